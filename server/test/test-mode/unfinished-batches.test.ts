import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { nextDayAfter } from "../../src/domain/payout-schedule.ts";
import { dayOf } from "../../src/domain/values/day.ts";
import { tryHoldClock } from "../../src/store/test-mode/clocks.ts";
import { summariseBatch } from "../../src/store/payouts/payout-batches.ts";
import { beginBatch, newBatch } from "../../src/usecases/payouts/create-batch.ts";
import { finishBatches, finishTestBatches } from "../../src/usecases/payouts/make-due-batches.ts";
import { getPayoutSettings, setSchedule } from "../../src/usecases/payouts/payer-settings.ts";
import { inTwin } from "../../src/usecases/twins/in-twin.ts";
import { currency } from "../domain/samples.ts";
import { appForFile } from "../support/app.ts";
import { clockOf } from "../support/twins.ts";
import type { Merchant } from "../support/world.ts";
import { listBatches } from "./batches.ts";
import { advance, aSale, aTestShop } from "./test-world.ts";

const app = await appForFile();
const EUR = currency("EUR");

/** The process died before the first part. */
async function beginUnfinished({ accountId, context }: Merchant, now: Date): Promise<void> {
  const then = inTwin(context, accountId, now);
  const terms = { currency: EUR, minimumMinor: 0n, asOf: now };
  await app.db.transaction(async (tx) => {
    const summary = await summariseBatch(tx, accountId, terms);
    expect(summary.payouts).toBe(1);
    await beginBatch(tx, then, { ...newBatch(then, terms, { origin: "batch", month: null }), summary });
  });
}

test("a batch that a test account could not finish is finished at the time of its clock, without an advance", async () => {
  const shop = await aTestShop(app);
  const { accountId } = shop.merchant;
  await aSale(shop);
  await advance(shop.merchant, "P400D");
  const now = await clockOf(app, accountId);
  await beginUnfinished(shop.merchant, now);
  await finishBatches(app.services);
  expect(await listBatches(app, accountId)).toMatchObject([{ status: "making" }]);
  await app.db.transaction(async (tx) => {
    expect(await tryHoldClock(tx, accountId)).toBe(true);
    await finishTestBatches(app.services);
  });
  expect(await listBatches(app, accountId)).toMatchObject([{ status: "making" }]);
  await finishTestBatches(app.services);
  expect(await listBatches(app, accountId)).toMatchObject([{ status: "made" }]);
  const paid = await app.db.query(sql`select created_at from payouts where account_id = ${uuidOf(accountId)}`);
  expect(paid).toEqual([{ created_at: now }]);
});

test("an advance finishes an interrupted batch before the monthly one that waits for it", async () => {
  const shop = await aTestShop(app);
  const { accountId, context } = shop.merchant;
  await aSale(shop);
  await advance(shop.merchant, "P30D");
  await setSchedule(context, { currency: EUR, day: 5, minimumMinor: 0n });
  const now = await clockOf(app, accountId);
  await beginUnfinished(shop.merchant, now);
  await app.db.query(sql`update payout_schedules set next_on = ${dayOf(now)} where account_id = ${uuidOf(accountId)}`);
  await advance(shop.merchant, "PT0S");
  expect(await listBatches(app, accountId)).toMatchObject([{ status: "made" }]);
  const { schedules } = await getPayoutSettings(context);
  expect(schedules).toMatchObject([{ nextOn: nextDayAfter(dayOf(now), 5) }]);
});
