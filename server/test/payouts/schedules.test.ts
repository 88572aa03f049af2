import sql from "sql-template-tag";
import { describe, expect, it, test, vi } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { beginDueBatches, finishBatches } from "../../src/usecases/payouts/make-due-batches.ts";
import { summariseBatch } from "../../src/store/payouts/payout-batches.ts";
import { beginBatch, createBatch, newBatch } from "../../src/usecases/payouts/create-batch.ts";
import { browseBatches } from "../../src/usecases/payouts/browse-batches.ts";
import { getPayoutSettings, setSchedule } from "../../src/usecases/payouts/payer-settings.ts";
import { currency } from "../domain/samples.ts";
import { hold } from "../support/held.ts";
import { outcome, rounds, timeout, together, wideApp } from "../support/parallel.ts";
import { ledgerFaults } from "../support/world.ts";
import { aPartner, aTill, earnApproved, type Till } from "./till.ts";

vi.setConfig({ testTimeout: timeout });
const EUR = currency("EUR");
const ALL = { limit: 100, offset: 0 };

const at = (till: Till, day: string): void => till.app.clock.set(new Date(`${day}T09:00:00.000Z`));
const set = ({ merchant }: Till, day: number, minimumMinor: bigint) =>
  setSchedule(merchant.context, { currency: EUR, day, minimumMinor });
const nextOn = async ({ merchant }: Till) => (await getPayoutSettings(merchant.context)).schedules[0]?.nextOn;
const batchesOf = async ({ merchant }: Till) =>
  (await browseBatches(merchant.context, ALL)).rows.map(({ batch }) => [batch.month, batch.minimumMinor]);

async function onTheFifth(): Promise<Till> {
  const till = await aTill();
  await earnApproved(till, await aPartner(till), 5_000);
  at(till, "2026-03-20");
  await set(till, 5, 1_000n);
  return till;
}

/** The account's batches cannot be summed up. */
const breakBatches = ({ app, merchant }: Till) =>
  app.db.query(sql`
    insert into matured_sums (account_id, affiliate_id, currency, matured_until, conversions, commission_minor)
    select account_id, id, 'EUR', '-infinity', 1, 9223372036854775807 from affiliates
    where account_id = ${uuidOf(merchant.accountId)}`);

test("a schedule that fails does not block those of other accounts", async () => {
  const till = await onTheFifth();
  const { app } = till;
  const broken = [till];
  const sound: Till[] = [];
  for (const day of [6, 7, 8]) {
    const other = await aTill(app);
    await earnApproved(other, await aPartner(other), 5_000);
    await set(other, day, 1_000n);
    (day === 7 ? broken : sound).push(other);
  }
  for (const each of broken) await breakBatches(each);
  at(till, "2026-04-20");
  const failing = broken.map(({ merchant }) => merchant.accountId);
  await expect(beginDueBatches(app.services)).rejects.toThrow(`Failed for ${failing.join(", ")}.`);
  for (const each of sound) expect(await batchesOf(each)).toEqual([["2026-04-01", 1_000n]]);
  await app.db.query(sql`delete from matured_sums`);
  await beginDueBatches(app.services);
  for (const each of broken) expect(await batchesOf(each)).toEqual([["2026-04-01", 1_000n]]);
});

describe("a schedule that is due while another batch is created", () => {
  const termsOf = ({ app }: Till) => ({ currency: EUR, minimumMinor: 0n, asOf: app.clock.now() });

  it("waits until that one is finished, and leaves the month free if nothing is left to pay", async () => {
    const till = await onTheFifth();
    const { app, merchant } = till;
    at(till, "2026-04-05");
    const terms = termsOf(till);
    await app.db.transaction(async (tx) => {
      const summary = await summariseBatch(tx, merchant.accountId, terms);
      const batch = newBatch(merchant.context, terms, { origin: "batch", month: null });
      await beginBatch(tx, merchant.context, { ...batch, summary });
    });
    await beginDueBatches(app.services);
    expect(await nextOn(till)).toBe("2026-04-05");
    await finishBatches(app.services);
    await beginDueBatches(app.services);
    expect(await nextOn(till)).toBe("2026-05-05");
    expect(await batchesOf(till)).toEqual([[null, 0n]]);
  });

  it("never counts the same money in two batches, whichever is first", async () => {
    const app = await wideApp();
    for (let round = 0; round < rounds(4); round += 1) {
      app.clock.set(new Date("2026-03-20T09:00:00.000Z"));
      const till = await aTill(app);
      await earnApproved(till, await aPartner(till), 5_000);
      await set(till, 5, 0n);
      at(till, "2026-04-05");
      // Both can read what is payable, but neither can create its batch yet.
      const held = await hold(app, "lock table payout_batches in share row exclusive mode");
      const creating = outcome(createBatch(till.merchant.context, termsOf(till)));
      const beginning = beginDueBatches(app.services);
      await held.untilBlocked(2);
      await held.release();
      await Promise.all([creating, beginning]);
      await finishBatches(app.services);
      await beginDueBatches(app.services);
      expect(await batchesOf(till)).toHaveLength(1);
      expect(await nextOn(till)).toBe("2026-05-05");
      expect(await ledgerFaults(app)).toEqual([]);
    }
  });
});

describe("a schedule that is edited when its batch is due", () => {
  it("keeps its day and creates the month's batch with the new minimum", async () => {
    const till = await onTheFifth();
    at(till, "2026-04-05");
    await set(till, 5, 2_000n);
    expect(await nextOn(till)).toBe("2026-04-05");
    await beginDueBatches(till.app.services);
    await beginDueBatches(till.app.services);
    expect(await batchesOf(till)).toEqual([["2026-04-01", 2_000n]]);
    expect(await nextOn(till)).toBe("2026-05-05");
  });

  it("keeps the month when it is overdue, whatever day it is moved to", async () => {
    const till = await onTheFifth();
    at(till, "2026-04-09");
    await set(till, 3, 2_000n);
    expect(await nextOn(till)).toBe("2026-04-05");
    await beginDueBatches(till.app.services);
    expect(await batchesOf(till)).toEqual([["2026-04-01", 2_000n]]);
    expect(await nextOn(till)).toBe("2026-05-03");
  });

  it("waits for a later day of the same month", async () => {
    const till = await onTheFifth();
    at(till, "2026-04-05");
    await set(till, 20, 1_000n);
    expect(await nextOn(till)).toBe("2026-04-20");
    await beginDueBatches(till.app.services);
    expect(await batchesOf(till)).toEqual([]);
    at(till, "2026-04-20");
    await beginDueBatches(till.app.services);
    expect(await batchesOf(till)).toEqual([["2026-04-01", 1_000n]]);
  });

  it("skips no month when its day is moved back and forth", async () => {
    const till = await onTheFifth();
    at(till, "2026-04-05");
    await set(till, 20, 1_000n);
    await set(till, 5, 1_000n);
    expect(await nextOn(till)).toBe("2026-04-20");
    at(till, "2026-04-20");
    await beginDueBatches(till.app.services);
    expect(await batchesOf(till)).toEqual([["2026-04-01", 1_000n]]);
    expect(await nextOn(till)).toBe("2026-05-05");
  });

  it("creates one batch for the month, however edits and the job race", async () => {
    const app = await wideApp();
    for (let round = 0; round < rounds(6); round += 1) {
      app.clock.set(new Date("2026-03-01T12:00:00.000Z"));
      const till = await aTill(app);
      await earnApproved(till, await aPartner(till), 5_000);
      at(till, "2026-03-20");
      await set(till, 5, 1_000n);
      at(till, "2026-04-05");
      await together(8, (worker) =>
        worker % 2 === 0 ? beginDueBatches(app.services) : set(till, 5 + (worker % 3), BigInt(1_000 + worker)),
      );
      for (const day of ["2026-04-05", "2026-04-06", "2026-04-07", "2026-04-28"]) {
        at(till, day);
        await beginDueBatches(app.services);
      }
      expect((await batchesOf(till)).map(([month]) => month)).toEqual(["2026-04-01"]);
      expect((await nextOn(till))?.slice(0, 7)).toBe("2026-05");
    }
    expect(await app.deadlocks()).toBe(0);
  });
});
