import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { money } from "../domain/samples.ts";
import { earnApproved, theirIban } from "../payouts/till.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { ledgerFaults } from "../support/world.ts";
import { aBatch, aCounter, aPayee, later, type Counter } from "./counter.ts";
import { all, one, readXml } from "./xml.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

const PAYER = { name: "Müller & Söhne", iban: "FR14 2004 1010 0505 0001 3M02 606", bic: "BNPAFRPP" };

const linesOf = (text: string): string[] => text.trimEnd().split("\r\n");

async function withPayer(): Promise<Counter> {
  const counter = await aCounter(app);
  await counter.desk.send("PUT", "payout-settings/payer", PAYER);
  return counter;
}

describe("a payment file", () => {
  it("pays everybody its format reaches, with the IDs of their payouts", async () => {
    const counter = await withPayer();
    const { desk } = counter;
    const german = await aPayee(counter, 1_234, theirIban("Jürgen Groß"));
    await aPayee(counter, 500, theirIban("Far away", "KW81CBKU0000000000001234560101"));
    await aPayee(counter, 700, { kind: "paypal", holder: "Pay Pal", email: "pal@mail.example" });
    await aPayee(counter, 900, { kind: "other", holder: "=1+1", text: 'Leave it, "under" the door' });
    const id = await aBatch(counter);
    const { body: listed } = await desk.get(`payout-batches/${id}`);
    expect(listed.batch.files.map(({ format, payouts }: Record<string, unknown>) => [format, payouts])).toEqual([
      ["sepa", 1],
      ["paypal", 1],
      ["csv", 4],
    ]);
    expect((await desk.get(`payout-batches/${id}/files/sepa`)).body.code).toBe("file_not_written");
    const written = await desk.send("POST", `payout-batches/${id}/files`, { format: "sepa" });
    expect(written.body.file).toMatchObject({ format: "sepa", payouts: 1, total: 12.34, name: `${id}-sepa.xml` });
    const sepa = await desk.get(`payout-batches/${id}/files/sepa`);
    expect(sepa.headers["content-type"]).toBe("application/xml; charset=utf-8");
    const transfer = all(readXml(sepa.text), "CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf");
    const { body: payouts } = await desk.get(`payouts?affiliate_id=${german.id}`);
    expect(transfer.map((each) => one(each, "PmtId/EndToEndId"))).toEqual([payouts.payouts[0].id.replace("_", "-")]);
    expect(transfer.map((each) => one(each, "Cdtr/Nm"))).toEqual(["Juergen Gross"]);

    await desk.send("POST", `payout-batches/${id}/files`, { format: "paypal" });
    const paypal = linesOf((await desk.get(`payout-batches/${id}/files/paypal`)).text);
    expect(paypal).toHaveLength(1);
    expect(paypal[0]).toMatch(/^pal@mail\.example,7\.00,EUR,po_[0-9a-z]{26},Affiliate commission Merchant \d+,PayPal$/);

    await desk.send("POST", `payout-batches/${id}/files`, { format: "csv" });
    const csv = linesOf((await desk.get(`payout-batches/${id}/files/csv`)).text);
    expect(csv).toHaveLength(3);
    expect(csv.some((line) => line.includes("KW81CBKU"))).toBe(true);
    expect(csv.find((line) => line.includes("other"))).toContain(
      `,'=1+1,other,"Leave it, ""under"" the door",,9.00,EUR,`,
    );
    expect(await ledgerFaults(desk.app)).toEqual([]);
  });

  it("keeps its bytes forever, whatever changes: names, settings, or payouts marked as paid", async () => {
    const counter = await withPayer();
    const { desk } = counter;
    await aPayee(counter, 1_000);
    await aPayee(counter, 2_000);
    const id = await aBatch(counter);
    await desk.send("POST", `payout-batches/${id}/files`, { format: "sepa" });
    const first = (await desk.get(`payout-batches/${id}/files/sepa`)).text;
    await later(counter, 3);
    await desk.send("PUT", "payout-settings/payer", { name: "Another", iban: "DE89370400440532013000" });
    const { body } = await desk.get("payouts");
    await desk.send("POST", `payouts/${body.payouts[0].id}/paid`, { reference: "R1" });
    await desk.send("POST", `payout-batches/${id}/files`, { format: "sepa" });
    expect((await desk.get(`payout-batches/${id}/files/sepa?although_paid=1`)).text).toBe(first);
    await desk.send("DELETE", "payout-settings/payer");
    expect((await desk.get(`payout-batches/${id}/files/sepa?although_paid=1`)).text).toBe(first);
  });

  it("keeps dots for other scripts if it was created before transliteration", async () => {
    const counter = await withPayer();
    const { desk } = counter;
    const { db, services } = app;
    await aPayee(counter, 1_000, theirIban("王小明 Ltd"));
    const id = await aBatch(counter);
    await desk.send("POST", `payout-batches/${id}/files`, { format: "sepa" });
    const nameNow = async (): Promise<string> => {
      const { text } = await desk.get(`payout-batches/${id}/files/sepa`);
      return one(readXml(text), "CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Cdtr/Nm");
    };
    expect(await nameNow()).toBe("WangXiaoMing Ltd");
    const [file] = await db.query<{ id: string; frame: Buffer }>(
      sql`select id, payer_encrypted as frame from payout_files where account_id = ${uuidOf(desk.merchant.accountId)}`,
    );
    if (!file) throw new Error("No file.");
    const { otherScripts, ...older } = JSON.parse(services.payoutDetailsBox.open(file.frame, file.id));
    expect(otherScripts).toBe("transliterated");
    const frame = services.payoutDetailsBox.seal(JSON.stringify(older), file.id);
    await db.query(sql`update payout_files set payer_encrypted = ${frame} where id = ${file.id}`);
    expect(await nameNow()).toBe("... Ltd");
  });

  it("contains only payouts unpaid at its creation, and is unavailable once one of them has ended", async () => {
    const counter = await withPayer();
    const { desk } = counter;
    await aPayee(counter, 1_000);
    await aPayee(counter, 2_000);
    await aPayee(counter, 3_000);
    const id = await aBatch(counter);
    const { body } = await desk.get("payouts");
    const [a, b, c] = (body.payouts as { id: string }[]).map((payout) => payout.id);
    await desk.send("POST", `payouts/${a}/paid`);
    await desk.send("POST", `payouts/${b}/cancel`);
    const written = await desk.send("POST", `payout-batches/${id}/files`, { format: "sepa" });
    expect(written.body.file.payouts).toBe(1);
    const refused = await desk.send("POST", `payouts/${c}/cancel`, { reason: "Wrong" });
    expect([refused.status, refused.body.code]).toEqual([400, "payout_in_file"]);
    const known = await desk.send("POST", `payouts/${c}/cancel`, { reason: "Wrong", although_in_file: true });
    expect(known.body.payout).toMatchObject({ status: "cancelled", reason: "Wrong", in_file: true });
    const { body: described } = await desk.get(`payouts/${c}`);
    expect(described.history.at(-1)).toMatchObject({ action: "cancel", after_file: true, reason: "Wrong" });
    const { body: outdated } = await desk.get(`payout-batches/${id}/files/sepa`);
    expect(outdated.code).toBe("file_outdated");
    const { body: shown } = await desk.get(`payout-batches/${id}`);
    expect(shown.batch.files[0]).toMatchObject({ format: "sepa", payouts: 1, unavailable: outdated.error });
    expect(await ledgerFaults(desk.app)).toEqual([]);
  });

  it("pays nobody who is in another file of the batch, in any order of creation", async () => {
    const counter = await withPayer();
    const { desk } = counter;
    await aPayee(counter, 1_000);
    await aPayee(counter, 700, { kind: "paypal", holder: "Pay Pal", email: "pal@mail.example" });
    const left = await aPayee(counter, 900, { kind: "other", holder: "By hand", text: "Under the door" });
    const id = await aBatch(counter);
    const write = (format: string) => desk.send("POST", `payout-batches/${id}/files`, { format });
    const counts = async () => {
      const { body } = await desk.get(`payout-batches/${id}`);
      return (body.batch.files as { payouts: number }[]).map(({ payouts }) => payouts);
    };
    await write("sepa");
    expect((await counts())[2]).toBe(2);
    await write("paypal");
    expect((await counts())[2]).toBe(1);
    expect((await write("csv")).body.file).toMatchObject({ payouts: 1, total: 9 });
    const text = (await desk.get(`payout-batches/${id}/files/csv`)).text;
    expect(linesOf(text).slice(1)).toEqual([expect.stringContaining(`,${left.id},By hand,other,`)]);
    await write("csv");
    expect((await desk.get(`payout-batches/${id}/files/csv`)).text).toBe(text);

    await aPayee(counter, 2_000);
    await aPayee(counter, 300, { kind: "paypal", holder: "Pay Pal", email: "two@mail.example" });
    const next = await aBatch(counter);
    const first = await desk.send("POST", `payout-batches/${next}/files`, { format: "csv" });
    expect(first.body.file.payouts).toBe(2);
    const refused = await desk.send("POST", `payout-batches/${next}/files`, { format: "sepa" });
    expect([refused.status, refused.body.code]).toEqual([400, "file_payouts_taken"]);
    const { body } = await desk.get(`payout-batches/${next}`);
    expect(body.batch.files[0]).toMatchObject({ format: "sepa", payouts: 0, unavailable: refused.body.error });
    expect(body.batch.files[1]).toMatchObject({ format: "paypal", payouts: 0, unavailable: refused.body.error });
  });

  it("needs a payer, EUR, and at least one payee", async () => {
    const counter = await aCounter(app, { currency: "JPY" });
    const { desk, till } = counter;
    await aPayee(counter, 900);
    const euro = await aBatch(counter);
    const write = async (id: string, format: string) =>
      (await desk.send("POST", `payout-batches/${id}/files`, { format })).body.code as string | undefined;
    expect(await write(euro, "sepa")).toBe("payer_missing");
    expect(await write(euro, "paypal")).toBe("file_not_available");
    expect(await write(euro, "csv")).toBeUndefined();
    const person = await aPayee(counter, 0);
    await earnApproved(till, person, money(1_234, "JPY"));
    await later(counter);
    const { body } = await desk.send("POST", "payouts", { affiliate_id: person.id, currency: "JPY" });
    expect(body.payout).toMatchObject({ amount: 1_234, currency: "JPY" });
    const yen = body.payout.batch_id as string;
    expect(await write(yen, "sepa")).toBe("file_not_available");
    await write(yen, "csv");
    expect((await desk.get(`payout-batches/${yen}/files/csv`)).text).toContain(",1234,JPY,");
  });
});
