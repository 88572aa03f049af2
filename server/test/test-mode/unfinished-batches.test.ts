import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { tryHoldClock } from "../../src/store/test-mode/clocks.ts";
import { summariseBatch } from "../../src/store/payouts/payout-batches.ts";
import { beginBatch, newBatch } from "../../src/usecases/payouts/create-batch.ts";
import { finishBatches, finishTestBatches } from "../../src/usecases/payouts/make-due-batches.ts";
import { inTwin } from "../../src/usecases/twins/in-twin.ts";
import { currency } from "../domain/samples.ts";
import { appForFile } from "../support/app.ts";
import { clockOf } from "../support/twins.ts";
import { listBatches } from "./batches.ts";
import { advance, aSale, aTestShop } from "./test-world.ts";

const app = await appForFile();

test("a batch that a test account could not finish is finished at the time of its clock, without an advance", async () => {
  const shop = await aTestShop(app);
  const { accountId, context } = shop.merchant;
  await aSale(shop);
  await advance(shop.merchant, "P400D");
  const now = await clockOf(app, accountId);
  const then = inTwin(context, accountId, now);
  const terms = { currency: currency("EUR"), minimumMinor: 0n, asOf: now };
  // The process died before the first part.
  await app.db.transaction(async (tx) => {
    const summary = await summariseBatch(tx, accountId, terms);
    expect(summary.payouts).toBe(1);
    await beginBatch(tx, then, { ...newBatch(then, terms, { origin: "batch", month: null }), summary });
  });
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
