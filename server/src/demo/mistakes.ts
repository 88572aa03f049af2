import { idOf } from "../domain/ids.ts";
import { DAY_MS } from "./calendar.ts";
import type { Shopping } from "./orders.ts";
import { placementOf } from "./partners.ts";
import type { Order, Stage } from "./stage.ts";

const SINCE_DAYS = 85;

/** In turn: a click that nobody knows, a code that nobody has, a campaign that has ended, a suspended affiliate. */
const MISTAKES = ["click", "code", "campaign", "affiliate"] as const;

/** Occasional backend mistakes. Failed requests are kept for 90 days, so the demo shows some. */
export function planMistakes(stage: Stage, shopping: Shopping): void {
  const { calendar, dice, endMs } = stage;
  let number = 0;
  for (let daysAgo = SINCE_DAYS; daysAgo > 0; daysAgo -= dice.between(2, 5)) {
    const mistake = MISTAKES[number % MISTAKES.length] ?? "click";
    calendar.plan(endMs - daysAgo * DAY_MS, () => makeMistake(stage, shopping, mistake));
    number += 1;
  }
}

async function makeMistake(
  stage: Stage,
  { partners, orderNumbers }: Shopping,
  mistake: (typeof MISTAKES)[number],
): Promise<void> {
  const suspended = placementOf(partners, "Coupon Comet", "Whole Shop");
  const archived = placementOf(partners, "Deal Otter", "Launch Offer");
  const placement = mistake === "affiliate" && suspended && !suspended.active ? suspended : archived;
  if (!placement) return;
  const { campaign, part } = placement.running;
  await stage.track({
    campaign_id: campaign.id,
    ...evidenceOf(stage, mistake, placement.affiliation.code),
    external_id: orderNumbers.next(),
    amount: Math.round(part.basket * 100) / 100,
    currency: part.currency,
  });
}

function evidenceOf(
  { services, calendar }: Stage,
  mistake: (typeof MISTAKES)[number],
  code: string,
): Pick<Order, "click_id" | "affiliate_code"> {
  if (mistake === "click") return { click_id: idOf("click", services.random.uuid(calendar.now())) };
  return { affiliate_code: mistake === "code" ? "newsletter" : code };
}
