import { beforeAll, describe, expect, it } from "vitest";
import sql from "sql-template-tag";
import { lockPayouts } from "../../src/store/payouts/payouts.ts";
import { applyPayoutAction } from "../../src/domain/payout.ts";
import type { PayoutId } from "../../src/domain/ids.ts";
import { saveSettlements } from "../../src/usecases/payouts/settle-payouts.ts";
import { appForFile, CsvBody, type TestApp } from "../support/app.ts";
import { ledgerFaults } from "../support/world.ts";
import { aBatch, aCounter, aPayee, type Counter } from "./counter.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

const PAYER = { name: "Rivers Ltd", iban: "FR14 2004 1010 0505 0001 3M02 606" };
const formats = ["sepa", "paypal", "csv"] as const;

/** Two payouts per format, with all three files created. */
async function threeFiles(): Promise<{ counter: Counter; id: string; payouts: Record<string, string[]> }> {
  const counter = await aCounter(app);
  const { desk } = counter;
  await desk.send("PUT", "payout-settings/payer", PAYER);
  for (const name of ["one", "two"]) {
    await aPayee(counter, 1_000);
    await aPayee(counter, 700, { kind: "paypal", holder: "Pay Pal", email: `${name}@mail.example` });
    await aPayee(counter, 900, { kind: "other", holder: "By hand", text: `Under the door, ${name}` });
  }
  const id = await aBatch(counter);
  for (const format of formats) await desk.send("POST", `payout-batches/${id}/files`, { format });
  const { body } = await desk.get("payouts");
  const rows = body.payouts as { id: string; method: string }[];
  const idsOf = (method: string) => rows.filter((row) => row.method === method).map((row) => row.id);
  return { counter, id, payouts: { sepa: idsOf("iban"), paypal: idsOf("paypal"), csv: idsOf("other") } };
}

async function untilLockWait({ db }: TestApp): Promise<string> {
  for (;;) {
    const waiting = await db.query(sql`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    if (waiting.length > 0) return "waits";
  }
}

describe("a file with a payout that is already paid", () => {
  it.each(formats)("needs a confirmation with the number of paid ones: %s", async (format) => {
    const { counter, id, payouts } = await threeFiles();
    const { desk } = counter;
    const path = `payout-batches/${id}/files/${format}`;
    const shown = async () =>
      (await desk.get(`payout-batches/${id}`)).body.batch.files.find(
        (file: { format: string }) => file.format === format,
      );
    const before = await desk.get(path);
    expect(before.status).toBe(200);
    expect((await shown()).parts).toEqual([{ payouts: 2, paid: 0, warning: null, unavailable: null }]);

    const [first, second] = payouts[format] ?? [];
    await desk.send("POST", `payouts/${first}/paid`);
    const one = "1 of these 2 payouts is already paid. Uploading this file again pays it twice.";
    expect((await desk.get(path)).body).toMatchObject({ code: "file_has_paid", error: one });
    expect((await shown()).parts).toEqual([{ payouts: 2, paid: 1, warning: one, unavailable: null }]);
    expect((await desk.get(`${path}?although_paid=0`)).body.code).toBe("file_has_paid");
    const known = await desk.get(`${path}?although_paid=1`);
    expect([known.status, known.text]).toEqual([200, before.text]);

    await desk.send("POST", `payouts/${second}/paid`);
    const both = "All 2 payouts in this file are already paid. Uploading it again pays them twice.";
    // A confirmation for one does not cover both.
    expect((await desk.get(`${path}?although_paid=1`)).body).toMatchObject({ code: "file_has_paid", error: both });
    expect((await desk.get(`${path}?although_paid=2`)).text).toBe(before.text);
    expect((await desk.get(`${path}?although_paid=yes`)).status).toBe(400);
    expect(await ledgerFaults(desk.app)).toEqual([]);
  });

  it("is unavailable while a payout in it is being marked as paid", async () => {
    const { counter, id, payouts } = await threeFiles();
    const { desk } = counter;
    const { context } = desk.merchant;
    const payout = payouts["sepa"]?.[0] as PayoutId;
    const { answer, early } = await desk.app.db
      .transaction(async (tx) => {
        const [locked] = await lockPayouts(tx, context.accountId, [payout]);
        if (!locked) throw new Error("No payout.");
        const after = applyPayoutAction(locked, "mark_paid", { now: context.clock.now() });
        await saveSettlements(tx, context, [{ from: locked.status, after, action: "mark_paid" }]);
        const read = desk.get(`payout-batches/${id}/files/sepa`);
        return { answer: read, early: await Promise.race([read.then(() => "given out"), untilLockWait(desk.app)]) };
      })
      .then(async (both) => ({ ...both, answer: await both.answer }));
    expect(early).toBe("waits");
    expect(answer.body.code).toBe("file_has_paid");
  });
});

describe("marking a payout in a file as failed", () => {
  it("asks for confirmation, like cancelling does, and the history says so", async () => {
    const { counter, payouts } = await threeFiles();
    const { desk } = counter;
    const [open, returned] = payouts["csv"] ?? [];
    const refused = await desk.send("POST", `payouts/${open}/failed`, { reason: "Closed" });
    expect([refused.status, refused.body.code]).toEqual([400, "payout_in_file"]);
    const known = await desk.send("POST", `payouts/${open}/failed`, { reason: "Closed", although_in_file: true });
    expect(known.body.payout).toMatchObject({ status: "failed", in_file: true });
    const { body } = await desk.get(`payouts/${open}`);
    expect(body.history.at(-1)).toMatchObject({ action: "mark_failed", after_file: true });
    // Bank results need no confirmation, and neither does a payout that the bank returned.
    const csv = `payout_id,status\n${payouts["paypal"]?.[0]},failed\n`;
    expect((await desk.send("POST", "payout-imports", new CsvBody(csv))).body).toMatchObject({
      changes: 1,
      refused: 0,
    });
    await desk.send("POST", `payouts/${returned}/paid`);
    expect((await desk.send("POST", `payouts/${returned}/failed`, {})).body.payout.status).toBe("failed");
    expect(await ledgerFaults(desk.app)).toEqual([]);
  });
});
