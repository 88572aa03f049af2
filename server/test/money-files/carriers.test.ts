import { beforeAll, describe, expect, it } from "vitest";
import { money } from "../domain/samples.ts";
import type { PayoutDetails } from "../../src/domain/payout-details.ts";
import { earnApproved, giveDetails, theirIban } from "../payouts/till.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { ledgerFaults } from "../support/world.ts";
import { aBatch, aCounter, aPayee, type Counter } from "./counter.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

const PAYER = { name: "Rivers Ltd", iban: "FR14 2004 1010 0505 0001 3M02 606" };
const palOf = (name: string): PayoutDetails => ({ kind: "paypal", holder: "Pay Pal", email: `${name}@mail.example` });

interface Shown {
  readonly payouts: number;
  readonly unavailable: string | null;
  readonly left_out: string | null;
}
async function filesOf({ desk }: Counter, id: string): Promise<Record<"sepa" | "paypal" | "csv", Shown>> {
  const { body } = await desk.get(`payout-batches/${id}`);
  const [sepa, paypal, csv] = body.batch.files;
  return { sepa, paypal, csv };
}
const write = ({ desk }: Counter, id: string, format: string) =>
  desk.send("POST", `payout-batches/${id}/files`, { format });
const linesOf = (text: string): string[] => text.trimEnd().split("\r\n");

/** A batch in another currency, to PayPal accounts. */
async function paypalBatch(code: string, amounts: readonly bigint[]): Promise<{ counter: Counter; id: string }> {
  const counter = await aCounter(app, { currency: code });
  for (const [number, minor] of amounts.entries()) {
    const person = await aPayee(counter, 0, palOf(`p${number}`));
    await earnApproved(counter.till, person, money(minor, code));
  }
  return { counter, id: await aBatch(counter, code) };
}

describe("a PayPal file", () => {
  it.each(["KWD", "RSD"])(
    "is not offered in %s, which PayPal does not support, and the plain CSV pays instead",
    async (code) => {
      const { counter, id } = await paypalBatch(code, [10_000n]);
      const text = `PayPal does not pay out in ${code}. Use the plain CSV, or pay manually.`;
      expect((await filesOf(counter, id)).paypal).toMatchObject({ payouts: 0, unavailable: text });
      expect((await write(counter, id, "paypal")).body).toMatchObject({ code: "file_not_available", error: text });
      expect((await write(counter, id, "csv")).body.file.payouts).toBe(1);
    },
  );

  it.each(["HUF", "TWD"])(
    "in %s contains amounts without decimals, and omits payouts with a fraction",
    async (code) => {
      const { counter, id } = await paypalBatch(code, [123_400n, 123_450n]);
      const left = `1 payout has a fraction of ${code}, which PayPal does not accept. Pay it with the plain CSV or manually.`;
      expect(await filesOf(counter, id)).toMatchObject({
        paypal: { payouts: 1, unavailable: null, left_out: left },
        csv: { payouts: 2, unavailable: null, left_out: null },
      });
      expect((await write(counter, id, "paypal")).body.file).toMatchObject({ payouts: 1, total: 1_234 });
      const lines = linesOf((await counter.desk.get(`payout-batches/${id}/files/paypal`)).text);
      expect(lines).toEqual([expect.stringContaining(`p0@mail.example,1234,${code},`)]);
      expect((await write(counter, id, "csv")).body.file).toMatchObject({ payouts: 1, total: 1_234.5 });
      expect(await ledgerFaults(counter.desk.app)).toEqual([]);
    },
  );

  it("in HUF is refused when every payout has a fraction", async () => {
    const { counter, id } = await paypalBatch("HUF", [50n]);
    const { paypal } = await filesOf(counter, id);
    expect(paypal.unavailable).toContain("has a fraction of HUF");
    expect((await write(counter, id, "paypal")).body).toMatchObject({
      code: "file_not_available",
      error: paypal.unavailable,
    });
  });
});

describe("the SEPA file that a batch offers", () => {
  it("counts only accounts that SEPA reaches", async () => {
    const counter = await aCounter(app);
    await counter.desk.send("PUT", "payout-settings/payer", PAYER);
    await aPayee(counter, 1_000);
    await aPayee(counter, 2_000, theirIban("Far away", "TR330006100519786457841326"));
    const british = theirIban("No code", "GB29NWBK60161331926819");
    await aPayee(counter, 3_000, british);
    await aPayee(counter, 4_000, { ...british, bic: "NWBKGB2L" } as PayoutDetails);
    const id = await aBatch(counter);
    const { sepa } = await filesOf(counter, id);
    expect(sepa).toMatchObject({ payouts: 2, unavailable: null });
    expect(sepa.left_out).toMatch(/^2 payouts cannot be sent by SEPA: /);
    expect((await write(counter, id, "sepa")).body.file).toMatchObject({ payouts: 2, total: 50 });
    expect((await filesOf(counter, id)).csv.payouts).toBe(2);
    expect(await ledgerFaults(counter.desk.app)).toEqual([]);
  });

  it("says in advance that it would reach nobody", async () => {
    const counter = await aCounter(app);
    await counter.desk.send("PUT", "payout-settings/payer", PAYER);
    await aPayee(counter, 2_000, theirIban("Far away", "TR330006100519786457841326"));
    const id = await aBatch(counter);
    const { sepa } = await filesOf(counter, id);
    expect(sepa).toMatchObject({ payouts: 0, unavailable: expect.stringContaining("cannot be sent by SEPA") });
    expect((await write(counter, id, "sepa")).body).toMatchObject({
      code: "file_not_available",
      error: sepa.unavailable,
    });
    expect((await write(counter, id, "csv")).body.file.payouts).toBe(1);
  });

  it("pays up to 999,999,999.99 per payee", async () => {
    const counter = await aCounter(app);
    await counter.desk.send("PUT", "payout-settings/payer", PAYER);
    const most = await aPayee(counter, 0);
    await giveDetails(counter.desk.app, most.userId, theirIban("Most"));
    await earnApproved(counter.till, most, money(999_999_999_99n));
    const more = await aPayee(counter, 0);
    await earnApproved(counter.till, more, money(1_000_000_000_00n));
    const id = await aBatch(counter);
    expect((await filesOf(counter, id)).sepa).toMatchObject({ payouts: 1, unavailable: null });
    expect((await write(counter, id, "sepa")).body.file).toMatchObject({ payouts: 1, total: 999_999_999.99 });
  });
});

describe("an account outside the EEA", () => {
  it("needs a BIC, in the portal and for the payer", async () => {
    const counter = await aCounter(app);
    const { desk } = counter;
    const iban = "GB29 NWBK 6016 1331 9268 19";
    const refused = await desk.send("PUT", "payout-settings/payer", { name: "Rivers", iban });
    const text = "Add the BIC. Banks need it for accounts outside the European Economic Area.";
    expect([refused.status, refused.body.error]).toEqual([400, text]);
    expect((await desk.send("PUT", "payout-settings/payer", { name: "Rivers", iban, bic: "NWBKGB2L" })).status).toBe(
      200,
    );
  });
});
