import { beforeAll, describe, expect, it } from "vitest";
import { portalOf } from "../portal/portal.ts";
import { PASSWORD } from "../people/browser.ts";
import type { Paid } from "../payouts/till.ts";
import { theirIban } from "../payouts/till.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { ledgerFaults } from "../support/world.ts";
import { aBatch, aCounter, aPayee, type Counter } from "./counter.ts";
import { problemsBySchema } from "./schema.ts";
import { all, one, readXml } from "./xml.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

const PAYER = { name: "Rivers Ltd", iban: "FR14 2004 1010 0505 0001 3M02 606" };

async function erase({ desk }: Counter, person: Paid): Promise<void> {
  const portal = portalOf(desk.app, person);
  await portal.browser.signIn(person.email);
  const { status, text } = await portal.send("DELETE", "account", { password: PASSWORD });
  if (status !== 200 && status !== 204) throw new Error(text);
}

async function twoPayees(): Promise<{
  counter: Counter;
  ada: Paid;
  grace: Paid;
  id: string;
  payoutOf: Map<string, string>;
}> {
  const counter = await aCounter(app);
  const { desk } = counter;
  await desk.send("PUT", "payout-settings/payer", PAYER);
  const ada = await aPayee(counter, 1_000, theirIban("Ada Lovelace"));
  const grace = await aPayee(counter, 2_000, theirIban("Grace Hopper"));
  const id = await aBatch(counter);
  await desk.send("POST", `payout-batches/${id}/files`, { format: "sepa" });
  const { body } = await desk.get("payouts");
  const rows = body.payouts as { id: string; affiliate_id: string }[];
  return { counter, ada, grace, id, payoutOf: new Map(rows.map((row) => [row.affiliate_id, row.id])) };
}

describe("a file whose payee deleted their account", () => {
  it("can still be downloaded for the others, without that payee's line", async () => {
    const { counter, ada, grace, id, payoutOf } = await twoPayees();
    const { desk } = counter;
    const whole = (await desk.get(`payout-batches/${id}/files/sepa`)).text;
    await desk.send("POST", `payouts/${payoutOf.get(ada.id)}/paid`);
    await erase(counter, ada);
    const { body } = await desk.get(`payout-batches/${id}`);
    const part = { payouts: 1, paid: 0, warning: null, unavailable: null };
    expect(body.batch.files[0]).toMatchObject({ format: "sepa", payouts: 1, unavailable: null, parts: [part] });

    const rest = await desk.get(`payout-batches/${id}/files/sepa`);
    expect(rest.status).toBe(200);
    const document = readXml(rest.text);
    const path = "CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf";
    expect(all(document, `${path}/Cdtr/Nm`).map(({ text }) => text)).toEqual(["Grace Hopper"]);
    for (const head of ["GrpHdr", "PmtInf"]) {
      expect(one(document, `CstmrCdtTrfInitn/${head}/NbOfTxs`)).toBe("1");
      expect(one(document, `CstmrCdtTrfInitn/${head}/CtrlSum`)).toBe("20.00");
    }
    // A bank that has seen the whole file recognizes the rest by the same ID.
    const messageId = one(document, "CstmrCdtTrfInitn/GrpHdr/MsgId");
    expect(messageId).toBe(one(readXml(whole), "CstmrCdtTrfInitn/GrpHdr/MsgId"));
    expect(problemsBySchema(rest.text)).toBe("");
    expect((await desk.get(`payout-batches/${id}/files/sepa`)).text).toBe(rest.text);

    await desk.send("POST", `payouts/${payoutOf.get(grace.id)}/paid`);
    expect((await desk.get(`payout-batches/${id}/files/sepa`)).body).toMatchObject({
      code: "file_has_paid",
      error: "The payout in this file is already paid. Uploading it again pays it twice.",
    });
    expect(await ledgerFaults(desk.app)).toEqual([]);
  });

  it("is refused when nobody is left in it, and the batch says so", async () => {
    const { counter, ada, grace, id, payoutOf } = await twoPayees();
    const { desk } = counter;
    for (const person of [ada, grace]) {
      await desk.send("POST", `payouts/${payoutOf.get(person.id)}/paid`);
      await erase(counter, person);
    }
    const text = "This file is empty: every payee has been paid and has deleted their account.";
    expect((await desk.get(`payout-batches/${id}/files/sepa`)).body).toMatchObject({ code: "file_empty", error: text });
    const { body } = await desk.get(`payout-batches/${id}`);
    expect(body.batch.files[0]).toMatchObject({ payouts: 0, unavailable: text });
    expect(await ledgerFaults(desk.app)).toEqual([]);
  });
});
