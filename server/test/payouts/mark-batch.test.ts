import { beforeAll, describe, expect, it, test } from "vitest";
import sql from "sql-template-tag";
import type { PayoutRow } from "tributary-sdk/pages";
import { idOf, parseId, uuidOf, type BatchId, type PayoutId } from "../../src/domain/ids.ts";
import { createBatch } from "../../src/usecases/payouts/create-batch.ts";
import { importBankResults } from "../../src/usecases/payouts/import-bank-results.ts";
import { markBatchPaid } from "../../src/usecases/payouts/mark-batch-paid.ts";
import { settlePayout } from "../../src/usecases/payouts/settle-payouts.ts";
import { currency } from "../domain/samples.ts";
import { aBatch, aCounter, aPayee, type Counter } from "../money-files/counter.ts";
import { appForFile, type TestResponse, type TestApp } from "../support/app.ts";
import { outcome, rounds, timeout, together, wideAppForFile, type WideApp } from "../support/parallel.ts";
import { seeded } from "../support/seeded.ts";
import { ledgerFaults } from "../support/world.ts";
import { aCrowd } from "./crowd.ts";
import { aTill, earnApproved, mature, rowsOf, type Till } from "./till.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

/** A batch with payouts of 10.00, 20.00 and so on. */
async function batchOf(count: number): Promise<{ counter: Counter; batch: string; ids: string[] }> {
  const counter = await aCounter(app);
  for (let number = 1; number <= count; number += 1) await aPayee(counter, 1_000 * number);
  const batch = await aBatch(counter);
  const { body } = await counter.desk.get("payouts");
  const rows = body.payouts as { id: string; amount: number }[];
  return { counter, batch, ids: rows.toSorted((a, b) => a.amount - b.amount).map(({ id }) => id) };
}

const mark = ({ desk }: Counter, batch: string, body?: unknown): Promise<TestResponse> =>
  desk.send("POST", `payout-batches/${batch}/paid`, body);
const payoutOf = async ({ desk }: Counter, id = "") => (await desk.get(`payouts/${id}`)).body.payout;
const auditOf = async ({ desk }: Counter): Promise<unknown[]> =>
  ((await desk.get("audit-log?action=payout.paid")).body.audit_log as { subject: { id: string } }[]).map(
    ({ subject }) => subject.id,
  );

const batchUuid = (text: string): string => {
  const id = parseId("batch", text);
  if (!id) throw new Error(text);
  return uuidOf(id);
};

describe("marking a batch as paid", () => {
  it("marks every open payout with one date and reference, leaves the exceptions open, and repeats as a no-op", async () => {
    const { counter, batch, ids } = await batchOf(3);
    const [a, b, c] = ids;
    const body = { paid_on: app.clock.dayAfter(0), reference: "Run 7", except: [b] };
    const first = await mark(counter, batch, body);
    expect(first.body).toMatchObject({ changes: 2, unchanged: 0, refused: 0, amount: 40, currency: "EUR" });
    expect(first.body.results).toHaveLength(2);
    for (const id of [a, c])
      expect(await payoutOf(counter, id)).toMatchObject({ status: "paid", reference: "Run 7", paid_on: body.paid_on });
    expect(await payoutOf(counter, b)).toMatchObject({ status: "created", reference: null, paid_on: null });
    const again = await mark(counter, batch, { ...body, reference: "Another" });
    expect(again.body).toMatchObject({ changes: 0, unchanged: 2, refused: 0, amount: 0 });
    expect(await payoutOf(counter, a)).toMatchObject({ status: "paid", reference: "Run 7" });
    expect(new Set(await auditOf(counter))).toEqual(new Set([a, c]));
    expect(await ledgerFaults(app)).toEqual([]);
  });

  it("skips payouts that failed or were cancelled, and says so", async () => {
    const { counter, batch, ids } = await batchOf(3);
    const [a, b, c] = ids;
    await counter.desk.send("POST", `payouts/${a}/failed`, {});
    await counter.desk.send("POST", `payouts/${b}/cancel`, {});
    const { body } = await mark(counter, batch);
    expect(body).toMatchObject({ changes: 1, unchanged: 2, refused: 0, amount: 30 });
    const { body: listed } = await counter.desk.get("payouts");
    const names = new Map((listed.payouts as PayoutRow[]).map((row) => [row.id, row.affiliate_name]));
    expect(new Set(body.results as unknown[])).toEqual(
      new Set([
        { payout_id: a, affiliate_name: names.get(a ?? ""), outcome: "unchanged", status: "failed" },
        { payout_id: b, affiliate_name: names.get(b ?? ""), outcome: "unchanged", status: "cancelled" },
        { payout_id: c, affiliate_name: names.get(c ?? ""), outcome: "change" },
      ]),
    );
    expect(names.size).toBe(3);
    expect(await payoutOf(counter, a)).toMatchObject({ status: "failed" });
    expect(await ledgerFaults(app)).toEqual([]);
  });

  it("refuses a date before the payouts, and changes nothing", async () => {
    const { counter, batch, ids } = await batchOf(2);
    const { body } = await mark(counter, batch, { paid_on: app.clock.dayAfter(-30) });
    expect(body).toMatchObject({ changes: 0, unchanged: 0, refused: 2, amount: 0 });
    expect((body.results as { code: string }[]).map(({ code }) => code)).toEqual([
      "invalid_request",
      "invalid_request",
    ]);
    for (const id of ids) expect(await payoutOf(counter, id)).toMatchObject({ status: "created" });
  });

  it("rejects an exception that is not in the batch, so that a typo does not mark a payout as paid", async () => {
    const other = await batchOf(1);
    const { counter, batch, ids } = await batchOf(1);
    for (const id of ["nonsense", "po_00000000000000000000000000", other.ids[0]])
      expect((await mark(counter, batch, { except: [id] })).body.code).toBe("payout_not_found");
    expect((await mark(counter, batch, { except: ["po_1", 2] })).body.code).toBe("invalid_request");
    expect((await mark(counter, batch, { except: Array.from({ length: 1_001 }, () => ids[0]) })).status).toBe(400);
    expect(await payoutOf(counter, ids[0])).toMatchObject({ status: "created" });
    expect((await mark(counter, "bat_nonsense")).body.code).toBe("batch_not_found");
  });

  it("refuses a batch whose payouts are still being created", async () => {
    const { counter, batch, ids } = await batchOf(1);
    const uuid = batchUuid(batch);
    await app.db.query(sql`update payout_batches set status = 'making', made_at = null where id = ${uuid}`);
    expect((await mark(counter, batch)).body.code).toBe("batch_unfinished");
    expect(await payoutOf(counter, ids[0])).toMatchObject({ status: "created" });
    await app.db.query(sql`update payout_batches set status = 'made', made_at = now() where id = ${uuid}`);
  });

  it("marks more payouts than fit into one transaction", { timeout }, async () => {
    const { counter, batch } = await batchOf(1);
    const { till } = counter;
    for (const person of await aCrowd(till, 205)) await earnApproved(till, person, 100);
    const large = await aBatch(counter);
    expect((await mark(counter, large)).body).toMatchObject({ changes: 205, refused: 0, amount: 205 });
    expect((await counter.desk.get(`payout-batches/${large}`)).body.batch.totals.created.payouts).toBe(0);
    expect((await counter.desk.get(`payout-batches/${batch}`)).body.batch.totals.created.payouts).toBe(1);
    expect(await ledgerFaults(app)).toEqual([]);
  });
});

const EUR = currency("EUR");

let wide: WideApp;
beforeAll(async () => {
  wide = await wideAppForFile();
});

interface Race {
  readonly till: Till;
  readonly batchId: BatchId;
  readonly ids: readonly PayoutId[];
}

async function aRace(on: TestApp, payouts: number): Promise<Race> {
  const till = await aTill(on);
  for (const person of await aCrowd(till, payouts)) await earnApproved(till, person, 1_000);
  mature(till);
  const terms = { currency: EUR, minimumMinor: 0n, asOf: on.clock.now() };
  const { id: batchId } = await createBatch(till.merchant.context, terms);
  const rows = await on.db.query<{ id: string }>(
    sql`select id from payouts where batch_id = ${uuidOf(batchId)} order by id`,
  );
  return { till, batchId, ids: rows.map(({ id }) => idOf("payout", id)) };
}

/** How often each payout has this history entry. */
async function entriesOf({ till, ids }: Race, action: string): Promise<number[]> {
  const rows = await till.app.db.query<{ count: number }>(sql`
    select count(*) filter (where action = ${action})::int as count from payout_transitions
    where payout_id = any(${ids.map(uuidOf)}::uuid[]) group by payout_id`);
  return rows.map(({ count }) => count);
}

const changesIn = (result: Awaited<ReturnType<typeof markBatchPaid>>): PayoutId[] =>
  result.marked.flatMap((each) => (each.outcome === "change" ? [each.payoutId] : []));

test("concurrent marks of one batch mark each payout exactly once", { timeout }, async () => {
  for (let round = 0; round < rounds(2); round += 1) {
    const race = await aRace(wide, 12);
    const { context } = race.till.merchant;
    const results = await together(8, () => markBatchPaid(context, { batchId: race.batchId, except: [] }));
    expect(results.flatMap(changesIn).toSorted()).toEqual(race.ids);
    for (const { marked } of results) expect(marked.map(({ payoutId }) => payoutId)).toEqual(race.ids);
    expect(await entriesOf(race, "mark_paid")).toEqual(race.ids.map(() => 1));
  }
  expect(await ledgerFaults(wide)).toEqual([]);
});

test(
  "a payout that is cancelled during the mark is either paid or cancelled, as both reports say",
  { timeout },
  async () => {
    for (let round = 0; round < rounds(2); round += 1) {
      const race = await aRace(wide, 10);
      const { context } = race.till.merchant;
      const random = seeded(round);
      // Two of three, in any order: the mark itself decides the others.
      const order = race.ids.filter((_, index) => index % 3 > 0).toSorted(() => random.below(3) - 1);
      const [marked, ...cancelled] = await Promise.all([
        markBatchPaid(context, { batchId: race.batchId, except: [] }),
        ...order.map(async (id) => [id, await outcome(settlePayout(context, { id, action: "cancel" }))] as const),
      ]);
      const paid = changesIn(marked);
      const ended = cancelled.flatMap(([id, result]) => (typeof result === "string" ? [] : [id]));
      expect([...paid, ...ended].toSorted()).toEqual(race.ids);
      const left = marked.marked.filter((each) => each.outcome !== "change");
      expect(left).toEqual(left.map((each) => ({ ...each, outcome: "unchanged", status: "cancelled" })));
      const refused = cancelled.flatMap(([, result]) => (typeof result === "string" ? [result] : []));
      expect(new Set(refused)).toEqual(new Set(refused.length > 0 ? ["payout_not_cancellable"] : []));
    }
    expect(await ledgerFaults(wide)).toEqual([]);
  },
);

test("a mark and an import of bank results at once settle each payout once", { timeout }, async () => {
  for (let round = 0; round < rounds(2); round += 1) {
    const race = await aRace(wide, 12);
    const { context } = race.till.merchant;
    const csv = `payout_id,status\n${race.ids
      .toReversed()
      .map((id, index) => `${id},${index % 3 === 0 ? "failed" : "paid"}`)
      .join("\n")}\n`;
    const [first, second, imported] = await Promise.all([
      markBatchPaid(context, { batchId: race.batchId, except: [] }),
      markBatchPaid(context, { batchId: race.batchId, except: [] }),
      importBankResults(context, rowsOf(csv)),
    ]);
    const marked = [...changesIn(first), ...changesIn(second)];
    expect(new Set(marked).size).toBe(marked.length);
    const settled = imported.flatMap((line) =>
      line.outcome === "change" && line.change.action === "mark_paid" ? [line.change.after.id] : [],
    );
    // A payout is marked by one side only. The bank's failure counts, before or after the mark.
    expect([...marked, ...settled].toSorted()).toEqual([...new Set([...marked, ...settled])].toSorted());
    const statuses = await wide.db.query<{ status: string; count: number }>(sql`
      select status, count(*)::int as count from payouts where batch_id = ${uuidOf(race.batchId)} group by 1 order by 1`);
    expect(statuses).toEqual([
      { status: "failed", count: 4 },
      { status: "paid", count: 8 },
    ]);
    expect(Math.max(...(await entriesOf(race, "mark_paid")))).toBe(1);
  }
  expect(await ledgerFaults(wide)).toEqual([]);
});

test("none of these races deadlocks", async () => {
  expect(await wide.deadlocks()).toBe(0);
});
