import { beforeAll, describe, expect, it } from "vitest";
import { aBatch, aCounter, aPayee, later, type Counter } from "../money-files/counter.ts";
import { appForFile, CsvBody, type TestResponse, type TestApp } from "../support/app.ts";
import { ledgerFaults } from "../support/world.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

interface Result {
  line: number;
  outcome: string;
  code?: string;
  error?: string;
  by?: number;
}

/** Payouts of 10.00, 20.00 and so on, created today. */
async function payouts(count: number): Promise<{ counter: Counter; ids: string[] }> {
  const counter = await aCounter(app);
  for (let number = 1; number <= count; number += 1) await aPayee(counter, 1_000 * number);
  await aBatch(counter);
  const { body } = await counter.desk.get("payouts");
  const rows = body.payouts as { id: string; amount: number }[];
  return { counter, ids: rows.toSorted((a, b) => a.amount - b.amount).map(({ id }) => id) };
}

/** The date this many days from now. */
const day = (number: number): string => app.clock.dayAfter(number);
const preview = ({ desk }: Counter, csv: string): Promise<TestResponse> =>
  desk.send("POST", "payout-imports/preview", new CsvBody(csv));
const imported = ({ desk }: Counter, csv: string): Promise<TestResponse> =>
  desk.send("POST", "payout-imports", new CsvBody(csv));
const payoutOf = async ({ desk }: Counter, id = "") => (await desk.get(`payouts/${id}`)).body.payout;
const outcomes = ({ body }: TestResponse): [number, string, string | number | undefined][] =>
  (body.results as Result[]).map(({ line, outcome, code, by }) => [line, outcome, code ?? by]);

describe("the bank's results", () => {
  it("settle each payout, report errors, and change nothing the second time", async () => {
    const { counter, ids } = await payouts(3);
    const [a, b, c] = ids;
    const csv = [
      "\uFEFFpayout_id;status;reference;paid_on;reason",
      `${a};paid;"Ref; 1";${day(0)};`,
      `${b?.replace("po_", "PO-")};FAILED;;;Account closed`,
      "",
      "po_00000000000000000000000000;paid;;;",
      "nonsense;paid;;;",
      `${c};perhaps;;;`,
      ";;;;",
      `${c};paid;;tomorrow;`,
      "",
    ].join("\r\n");
    const shown = await preview(counter, csv);
    expect(shown.body).toMatchObject({ changes: 2, unchanged: 0, superseded: 0, refused: 4 });
    expect(await payoutOf(counter, a)).toMatchObject({ status: "created" });
    const done = await imported(counter, csv);
    expect(done.body).toEqual(shown.body);
    expect(outcomes(done)).toEqual([
      [2, "change", undefined],
      [3, "change", undefined],
      [5, "refused", "payout_not_found"],
      [6, "refused", "payout_not_found"],
      [7, "refused", "invalid_request"],
      [9, "refused", "invalid_request"],
    ]);
    expect(await payoutOf(counter, a)).toMatchObject({ status: "paid", reference: "Ref; 1", paid_on: day(0) });
    expect(await payoutOf(counter, b)).toMatchObject({ status: "failed", reason: "Account closed" });
    expect((await imported(counter, csv)).body).toMatchObject({ changes: 0, unchanged: 2, refused: 4 });
    expect(await ledgerFaults(counter.desk.app)).toEqual([]);
  });

  it("use the last line about a payout: paid and then returned is failed", async () => {
    const { counter, ids } = await payouts(2);
    const [a, b] = ids;
    const csv = `payout_id,status\n${a},paid\n${b},failed\n${a},failed\n${b},paid\n`;
    for (const answer of [await preview(counter, csv), await imported(counter, csv)]) {
      expect(outcomes(answer)).toEqual([
        [2, "superseded", 4],
        [3, "superseded", 5],
        [4, "change", undefined],
        [5, "change", undefined],
      ]);
      expect(answer.body).toMatchObject({ changes: 2, superseded: 2, refused: 0 });
    }
    expect((await payoutOf(counter, a)).status).toBe("failed");
    expect((await payoutOf(counter, b)).status).toBe("paid");
  });

  it("are not blocked by a rejected line: a valid one for the same payout counts, in any order", async () => {
    const { counter, ids } = await payouts(2);
    const [a, b] = ids;
    const csv = `payout_id,status,paid_on\n${a},paid,20.11.2026\n${a},paid,${day(0)}\n${b},paid,${day(0)}\n${b},done,\n`;
    expect(outcomes(await imported(counter, csv))).toEqual([
      [2, "refused", "invalid_request"],
      [3, "change", undefined],
      [4, "change", undefined],
      [5, "refused", "invalid_request"],
    ]);
    expect((await payoutOf(counter, a)).status).toBe("paid");
    expect((await payoutOf(counter, b)).status).toBe("paid");
  });

  it("are not applied if the amount or the currency differs, and the preview says so", async () => {
    const { counter, ids } = await payouts(2);
    const [a, b] = ids;
    const csv = [
      "payout_id;status;amount;currency",
      `${a};paid;9,99;EUR`,
      `${b};paid;20.00;USD`,
      `${a};paid;1.000,00;EUR`,
      `${a};paid;10.001;`,
      `${b};paid;-20,00;eur`,
    ].join("\n");
    const answer = await preview(counter, csv);
    expect((answer.body.results as Result[]).map(({ error }) => error)).toEqual([
      "The file says 9,99 EUR, but this payout is 10.00 EUR. Ask your bank.",
      "The file says 20.00 USD, but this payout is 20.00 EUR. Ask your bank.",
      "amount must be a number such as 1234.50.",
      "The file says 10.001, but this payout is 10.00 EUR. Ask your bank.",
      undefined,
    ]);
    await imported(counter, csv);
    expect((await payoutOf(counter, a)).status).toBe("created");
    expect((await payoutOf(counter, b)).status).toBe("paid");
    expect((await imported(counter, `payout_id,status,amount\n${a},paid,10\n`)).body.changes).toBe(1);
  });

  it("need a possible payment date, in files and by hand", async () => {
    const { counter, ids } = await payouts(1);
    const [id] = ids;
    const refusalOf = async (paidOn: string) => {
      const { body } = await preview(counter, `payout_id,status,paid_on\n${id},paid,${paidOn}\n`);
      const byHand = await counter.desk.send("POST", `payouts/${id}/paid`, { paid_on: paidOn });
      expect([byHand.status, byHand.body.error]).toEqual([400, body.results[0].error]);
      return body.results[0].error as string;
    };
    expect(await refusalOf(day(-4))).toBe(`paid_on ${day(-4)} is before the payout was created on ${day(0)}.`);
    expect(await refusalOf(day(2))).toBe(`paid_on ${day(2)} is in the future.`);
    expect(await refusalOf("9999-12-31")).toBe("paid_on 9999-12-31 is in the future.");
    for (const paidOn of [day(-3), day(1)])
      expect((await preview(counter, `payout_id,status,paid_on\n${id},paid,${paidOn}\n`)).body.changes).toBe(1);
  });

  it("mark a failed payout as paid, but not again from an older file after it was returned", async () => {
    const { counter, ids } = await payouts(1);
    const [id] = ids;
    const { desk } = counter;
    await desk.send("POST", `payouts/${id}/failed`, { reason: "Account closed" });
    const paidOn = day(0);
    const first = `payout_id,status,paid_on\n${id},paid,${paidOn}\n`;
    const answer = await imported(counter, first);
    expect(answer.body.results).toEqual([
      { line: 2, payout_id: id, outcome: "change", from: "failed", status: "paid" },
    ]);
    expect(await payoutOf(counter, id)).toMatchObject({ status: "paid", reason: null, actions: ["mark_failed"] });
    await desk.send("POST", `payouts/${id}/failed`);
    expect(await payoutOf(counter, id)).toMatchObject({ status: "failed", actions: ["mark_paid"] });
    for (const csv of [first, `payout_id,status\n${id},paid\n`])
      expect((await imported(counter, csv)).body.results[0]).toMatchObject({
        outcome: "refused",
        code: "payout_returned",
        error: `The payment of ${paidOn} was returned. If your bank has paid again, add the new date as paid_on.`,
      });
    await later(counter, 3);
    expect((await imported(counter, `payout_id,status,paid_on\n${id},paid,${day(-1)}\n`)).body.changes).toBe(1);
    expect(await ledgerFaults(desk.app)).toEqual([]);
  });

  it("are refused if a newer payout has the conversions, with its ID and what to do", async () => {
    const { counter, ids } = await payouts(1);
    const [id] = ids;
    const { desk } = counter;
    const { affiliate_id: affiliate } = await payoutOf(counter, id);
    await desk.send("POST", `payouts/${id}/cancel`);
    const { body } = await desk.send("POST", "payouts", { affiliate_id: affiliate, currency: "EUR" });
    const newer = body.payout.id as string;
    const error = `The conversions of this payout are now part of ${newer}, which is not paid yet. Cancel that payout first, then mark this one as paid.`;
    const csv = `payout_id,status\n${id},paid\n`;
    for (const answer of [await preview(counter, csv), await imported(counter, csv)])
      expect(answer.body.results).toEqual([
        { line: 2, payout_id: id, outcome: "refused", error, code: "payout_lines_taken" },
      ]);
    const byHand = await desk.send("POST", `payouts/${id}/paid`);
    expect([byHand.status, byHand.body.error, byHand.body.payout_id]).toEqual([400, error, newer]);
    await desk.send("POST", `payouts/${newer}/cancel`);
    expect((await imported(counter, csv)).body).toMatchObject({ changes: 1, refused: 0 });
  });

  it("keep a payout paid that failed earlier, when an older file is imported again", async () => {
    const { counter, ids } = await payouts(1);
    const [id] = ids;
    const older = `payout_id,status\n${id},failed\n`;
    expect((await imported(counter, older)).body).toMatchObject({ changes: 1 });
    expect((await imported(counter, `payout_id,status\n${id},paid\n`)).body).toMatchObject({ changes: 1 });
    expect(outcomes(await imported(counter, older))).toEqual([[2, "refused", "payout_paid_since"]]);
    const { status, paid_on: paidOn } = await payoutOf(counter, id);
    expect(status).toBe("paid");
    // A return of the current payment names its date.
    const returned = `payout_id,status,paid_on\n${id},failed,${paidOn}\n`;
    expect((await imported(counter, returned)).body).toMatchObject({ changes: 1, refused: 0 });
    expect((await payoutOf(counter, id)).status).toBe("failed");
    expect(await ledgerFaults(counter.desk.app)).toEqual([]);
  });

  it("keep a returned payment failed when a file with only the payment is imported later", async () => {
    const { counter, ids } = await payouts(1);
    const [id] = ids;
    const paid = `payout_id,status,paid_on\n${id},paid,${day(0)}\n`;
    expect((await imported(counter, `${paid}${id},failed,\n`)).body).toMatchObject({ changes: 1, superseded: 1 });
    expect(outcomes(await imported(counter, paid))).toEqual([[2, "refused", "payout_returned"]]);
    expect((await payoutOf(counter, id)).status).toBe("failed");
    expect(await ledgerFaults(counter.desk.app)).toEqual([]);
  });
});
