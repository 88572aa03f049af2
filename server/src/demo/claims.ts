import { parseCurrency } from "../domain/values/currency.ts";
import { moneyOf } from "../domain/values/money.ts";
import { askClaim } from "../usecases/claims/ask-claim.ts";
import { openClaim } from "../usecases/claims/own-claims.ts";
import { answerClaim, convertClaim } from "../usecases/claims/settle-claim.ts";
import { DAY_MS, HOUR_MS } from "./calendar.ts";
import type { Shopping } from "./orders.ts";
import { affiliateOf, placementOf } from "./partners.ts";
import { unlessRefused, type Stage } from "./stage.ts";

const MESSAGE = "The buyer wrote to me that she ordered through the link in my article.";

const claims = [
  { partner: "Alpine Trails Journal", daysAgo: 41, end: "converted" },
  { partner: "The Cosy Kettle", daysAgo: 27, end: "answered" },
  { partner: "Budget Basecamp", daysAgo: 9, end: "asked" },
  { partner: "Deal Otter", daysAgo: 4, end: "open" },
  { partner: "Slow Sunday Letters", daysAgo: 1.5, end: "open" },
] as const;

/** Affiliates ask about missing sales: some get an explanation right away, some ask the merchant. */
export function planClaims(stage: Stage, shopping: Shopping): void {
  for (const claim of claims)
    stage.calendar.plan(stage.endMs - claim.daysAgo * DAY_MS, () => ask(stage, shopping, claim));
}

async function ask(
  stage: Stage,
  { partners, orderNumbers }: Shopping,
  { partner: name, end }: (typeof claims)[number],
): Promise<void> {
  const { calendar, merchant } = stage;
  const partner = partners.get(name);
  const placement = placementOf(partners, name, "Whole Shop");
  if (!partner || !placement) return;
  const context = affiliateOf(stage, partner.user.id);
  const nowMs = calendar.now().getTime();
  const { claim } = await askClaim(context, {
    campaignId: placement.running.campaign.id,
    // An order that the shop never reported.
    externalId: orderNumbers.next(),
    approximateTime: new Date(nowMs - 2 * DAY_MS),
  });
  if (end === "asked") return;
  await openClaim(context, { id: claim.id, message: MESSAGE });
  const text = "This order used another partner's code, as the invoice shows.";
  const currency = parseCurrency("EUR");
  calendar.plan(nowMs + 20 * HOUR_MS, () =>
    unlessRefused(async () => {
      if (end === "answered") await answerClaim(merchant, { id: claim.id, text });
      if (end === "converted" && currency)
        await convertClaim(merchant, { id: claim.id, amount: moneyOf(74.9, currency) });
    }),
  );
}
