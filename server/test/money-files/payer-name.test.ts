import sql from "sql-template-tag";
import { beforeAll, expect, it } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { sepaCreditTransfer } from "../../src/formats/sepa.ts";
import { money } from "../domain/samples.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { aBatch, aCounter, aPayee, later } from "./counter.ts";
import { problemsBySchema } from "./schema.ts";
import { one, readXml } from "./xml.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

const IBAN = "FR1420041010050500013M02606";
const text = "name must contain a letter or digit.";

it.each(["/", "\u200b", "...", "👩‍💻"])("a payer named %j is rejected when it is saved", async (name) => {
  const { desk } = await aCounter(app);
  const { status, body } = await desk.send("PUT", "payout-settings/payer", { name, iban: IBAN });
  expect([status, body.error]).toEqual([400, text]);
  expect((await desk.get("payout-settings")).body.payer).toBeNull();
});

it("a payer with a name in another script is saved unchanged", async () => {
  const { desk } = await aCounter(app);
  const { body } = await desk.send("PUT", "payout-settings/payer", { name: "山田", iban: IBAN });
  expect(body.payer.name).toBe("山田");
});

it("a payer saved earlier without a usable name gets no file, and a corrected name does", async () => {
  const counter = await aCounter(app);
  const { desk } = counter;
  await desk.send("PUT", "payout-settings/payer", { name: "Rivers", iban: IBAN });
  await desk.app.db.query(sql`update payers set name = '/' where account_id = ${uuidOf(desk.merchant.accountId)}`);
  await aPayee(counter, 1_000);
  const id = await aBatch(counter);
  const refused = await desk.send("POST", `payout-batches/${id}/files`, { format: "sepa" });
  expect([refused.status, refused.body.code]).toEqual([400, "payer_missing"]);
  await desk.send("PUT", "payout-settings/payer", { name: "Rivers", iban: IBAN });
  expect((await desk.send("POST", `payout-batches/${id}/files`, { format: "sepa" })).status).toBe(200);
});

it("no file has an empty name, even if its payer has none", () => {
  const payer = { name: "/", iban: IBAN, bic: null };
  const amount = money(1_000);
  const payments = [{ id: "po_01j00000000000000000000001", name: "Ada", iban: IBAN, bic: null, amount }];
  const file = { id: "bat_01j00000000000000000000009", writtenAt: new Date("2026-03-09T08:00:00Z"), payments, payer };
  const xml = sepaCreditTransfer({
    ...file,
    executesOn: "2026-03-09",
    total: amount,
    purpose: "Commission",
    otherScripts: "full stops",
  });
  expect(one(readXml(xml), "CstmrCdtTrfInitn/PmtInf/Dbtr/Nm")).toBe("bat-01j00000000000000000000009");
  expect(problemsBySchema(xml)).toBe("");
});

it("a file keeps its bytes, and gets today's date on request", async () => {
  const counter = await aCounter(app);
  const { desk } = counter;
  await desk.send("PUT", "payout-settings/payer", { name: "Rivers", iban: IBAN });
  await aPayee(counter, 1_000);
  const id = await aBatch(counter);
  await desk.send("POST", `payout-batches/${id}/files`, { format: "sepa" });
  const shown = async () => (await desk.get(`payout-batches/${id}`)).body.batch.files[0];
  const first = await desk.get(`payout-batches/${id}/files/sepa`);
  const writtenOn = one(readXml(first.text), "CstmrCdtTrfInitn/PmtInf/ReqdExctnDt/Dt");
  expect(await shown()).toMatchObject({ executes_on: writtenOn });
  await later(counter, 3);
  expect((await desk.get(`payout-batches/${id}/files/sepa`)).text).toBe(first.text);
  const today = app.clock.dayAfter(0);
  const dated = (await desk.get(`payout-batches/${id}/files/sepa?dated_today=true`)).text;
  const withDay = (day: string) => `<ReqdExctnDt><Dt>${day}</Dt></ReqdExctnDt>`;
  expect(dated).toBe(first.text.replace(withDay(writtenOn), withDay(today)));
  expect(today > writtenOn).toBe(true);
});
