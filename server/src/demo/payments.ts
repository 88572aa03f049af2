import { parseCurrency, type Currency } from "../domain/values/currency.ts";
import type { BatchId, PayoutId } from "../domain/ids.ts";
import type { FileFormat } from "../domain/payout.ts";
import type { Batch } from "../domain/payout.ts";
import { browseBatches } from "../usecases/payouts/browse-batches.ts";
import { browsePayouts, type ListedPayout } from "../usecases/payouts/browse-payouts.ts";
import { createBatch } from "../usecases/payouts/create-batch.ts";
import { createPayout } from "../usecases/payouts/create-payout.ts";
import { writePayFile } from "../usecases/payouts/pay-file.ts";
import { setPayer, setSchedule } from "../usecases/payouts/payer-settings.ts";
import { settlePayout } from "../usecases/payouts/settle-payouts.ts";
import { openSignedStatement } from "../usecases/statements/open-statement.ts";
import { DAY_MS, HOUR_MS } from "./calendar.ts";
import { affiliateOf, type Partners } from "./partners.ts";
import { dayMs, unlessRefused, type Stage } from "./stage.ts";

const MONTH_DAYS = 30;
const SCHEDULE_DAY = 5;
const PAID_EARLY_ON = 200;
/** Long enough for a monthly batch on any day. */
const RECENT_DAYS = 35;
const MINIMUM_MINOR = 2_500n;

/** Euros by schedule, pounds by hand, with the bank's results a few days later; one affiliate is paid early. */
export function planPayments(stage: Stage, partners: Partners): void {
  const { calendar, merchant } = stage;
  calendar.plan(dayMs(stage, 20) + 11 * HOUR_MS, async () => {
    await setPayer(merchant, { name: "Demo Shop", iban: "DE75512108001245126199", bic: null });
    await setSchedule(merchant, { currency: currencyOf("EUR"), day: SCHEDULE_DAY, minimumMinor: MINIMUM_MINOR });
  });
  const seen = new Set<BatchId>();
  const look = (): Promise<void> => lookForBatches(stage, seen);
  for (let day = 230; day < 365; day += MONTH_DAYS)
    calendar.plan(dayMs(stage, day) + 14 * HOUR_MS, async () => {
      await payByHand(stage, currencyOf("GBP"));
      await look();
    });
  calendar.plan(dayMs(stage, PAID_EARLY_ON) + 15 * HOUR_MS, () => payEarly(stage, partners, look));
  for (let day = 21; day < 366; day += 1)
    if (new Date(dayMs(stage, day)).getUTCDate() === SCHEDULE_DAY)
      calendar.plan(dayMs(stage, day) + 10 * HOUR_MS, look);
}

async function payByHand({ merchant, calendar }: Stage, currency: Currency): Promise<void> {
  await unlessRefused(() => createBatch(merchant, { currency, minimumMinor: 500n, asOf: calendar.now() }));
}

/** Right after a monthly batch nobody may have anything to be paid; then it happens a day later. */
async function payEarly(stage: Stage, partners: Partners, look: () => Promise<void>): Promise<void> {
  const { calendar } = stage;
  if (await payAnyone(stage, partners)) return look();
  calendar.plan(calendar.now().getTime() + DAY_MS, () => payEarly(stage, partners, look));
}

async function payAnyone({ merchant }: Stage, partners: Partners): Promise<boolean> {
  const [, ...others] = partners.values();
  for (const { affiliateId } of others)
    if (await unlessRefused(() => createPayout(merchant, { affiliateId, currency: currencyOf("EUR") }))) return true;
  return false;
}

/** Creates the payment files of each new batch, and settles it when the bank's results arrive. */
async function lookForBatches(stage: Stage, seen: Set<BatchId>): Promise<void> {
  const { merchant, calendar } = stage;
  const { rows } = await browseBatches(merchant, { limit: 5, offset: 0 });
  for (const { batch } of rows) {
    if (seen.has(batch.id)) continue;
    seen.add(batch.id);
    for (const format of formatsOf(batch))
      await unlessRefused(() => writePayFile(merchant, { batchId: batch.id, format }));
    const number = seen.size;
    calendar.plan(calendar.now().getTime() + 2 * DAY_MS + HOUR_MS, () => settleBatch(stage, batch.id, number));
  }
}

const formatsOf = ({ currency }: Batch): FileFormat[] => (currency === "EUR" ? ["sepa", "paypal"] : ["paypal"]);

async function settleBatch(stage: Stage, batchId: BatchId, number: number): Promise<void> {
  const { rows } = await browsePayouts.page(stage.merchant, { batchId }, { limit: 100, offset: 0 });
  const isRecent = stage.calendar.now().getTime() > stage.endMs - RECENT_DAYS * DAY_MS;
  for (const [index, listed] of rows.entries()) {
    // A recent payment has no result yet, so that some payout waits for the bank on any day.
    if (isRecent && index === rows.length - 1) return;
    // Occasionally the bank returns a payment or the merchant cancels a payout.
    const oddOneOut = index === 0 ? number % 6 : undefined;
    if (oddOneOut === 3) await settle(stage, listed, "returned");
    else if (oddOneOut === 4) await settle(stage, listed, "cancelled");
    else await settle(stage, listed, "paid");
    if (oddOneOut === 5) await comeBack(stage, listed.payout.id);
  }
}

async function settle(
  { merchant }: Stage,
  { payout }: ListedPayout,
  how: "paid" | "returned" | "cancelled",
): Promise<void> {
  const { id } = payout;
  await unlessRefused(() => {
    if (how === "returned")
      return settlePayout(merchant, { id, action: "mark_failed", reason: "Account closed.", althoughInFile: true });
    if (how === "cancelled")
      return settlePayout(merchant, { id, action: "cancel", reason: "Waiting for an invoice.", althoughInFile: true });
    return settlePayout(merchant, { id, action: "mark_paid", reference: `DS-${id.slice(-6).toUpperCase()}` });
  });
}

async function comeBack({ merchant, calendar }: Stage, id: PayoutId): Promise<void> {
  calendar.plan(calendar.now().getTime() + 4 * DAY_MS, () =>
    unlessRefused(() =>
      settlePayout(merchant, { id, action: "mark_failed", reason: "Returned by the bank: unknown account." }),
    ),
  );
}

/** On the last day: one payout that waits for the bank, and statements that affiliates can download. */
export async function closePayments(stage: Stage, partners: Partners): Promise<void> {
  const { calendar } = stage;
  const [first] = partners.values();
  await payAnyone(stage, partners);
  if (!first) return;
  const now = calendar.now();
  for (const monthsAgo of [3, 2, 1]) {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1)).toISOString().slice(0, 7);
    const question = { affiliateId: first.affiliateId, currency: currencyOf("EUR"), month };
    await unlessRefused(() => openSignedStatement(affiliateOf(stage, first.user.id), question));
  }
}

function currencyOf(code: string): Currency {
  const currency = parseCurrency(code);
  if (!currency) throw new Error(`${code} is not a currency.`);
  return currency;
}
