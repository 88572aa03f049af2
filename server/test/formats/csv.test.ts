import { describe, expect, test } from "vitest";
import { paypalCsv, plainCsv, type PayLine } from "../../src/formats/pay-files.ts";
import { spreadsheetText } from "../../src/formats/csv.ts";
import { money } from "../domain/samples.ts";

/** An affiliate's name that a program which splits at semicolons would run. */
const NAME = "x;=cmd|' /C calc'!A0;y";
const FORMULA = /^["\s]*[=+\-@＝＋－＠]/;

const hostile = [NAME, "x\t=1+1", "a;+1;-1;@SUM(A1);=2", 'a;"=1"', "a\n=1", "a\r\n;=1", "=1;=2", "；=1;＝1", ";;\t=1"];

describe("text in a CSV", () => {
  test.each(hostile)("%j starts no formula, wherever a program splits it", (text) => {
    const safe = spreadsheetText(text);
    for (const cell of safe.split(/[;\t\r\n]/)) expect(cell).not.toMatch(FORMULA);
    expect(safe.replaceAll("'", "")).toBe(text.replaceAll("'", ""));
  });

  test("without a formula stays unchanged", () => {
    for (const text of ["", "Ada Lovelace", "a; b", "5 - 3 = 2; done", "x=1", "https://shop.example/?a=1&b=-2"])
      expect(spreadsheetText(text)).toBe(text);
  });

  test("is escaped in time linear in its length", () => {
    for (const text of [";".repeat(100_000), "\t".repeat(100_000), '"'.repeat(100_000), ';"'.repeat(50_000)])
      expect(spreadsheetText(text).length).toBeGreaterThan(99_999);
  });
});

describe("payout files", () => {
  const line = (payee: PayLine["payee"]): PayLine => ({
    payoutId: "po_1",
    affiliateId: "aff_1",
    payee,
    amount: money(123_456),
  });
  const iban = line({ kind: "iban", holder: 'Ada "Countess" Lovelace', iban: "DE89370400440532013000", bic: null });
  const paypal = line({ kind: "paypal", holder: "-Grace", email: "+grace@navy.example" });
  const other = line({ kind: "other", holder: "山田, 太郎", text: "Wise\nalias; @taro" });
  const purpose = "Affiliate commission O'Hara, Inc.";

  test("for every other payout method keep their bytes", () => {
    expect(plainCsv([iban, paypal, other], purpose)).toBe(
      [
        "payout_id,affiliate_id,name,method,account,bic,amount,currency,purpose",
        `po_1,aff_1,"Ada ""Countess"" Lovelace",iban,DE89370400440532013000,,1234.56,EUR,"${purpose}"`,
        `po_1,aff_1,'-Grace,paypal,'+grace@navy.example,,1234.56,EUR,"${purpose}"`,
        `po_1,aff_1,"山田, 太郎",other,"Wise\nalias; @taro",,1234.56,EUR,"${purpose}"`,
        "",
      ].join("\r\n"),
    );
  });

  test("for PayPal keep their bytes, without headers or escapes that PayPal would take literally", () => {
    const lines = [iban, paypal, other];
    expect(paypalCsv(lines, purpose)).toBe(`+grace@navy.example,1234.56,EUR,po_1,"${purpose}",PayPal\r\n`);
    expect(paypalCsv([other], purpose)).toBe("");
  });

  test("escape formulas the same way, and quote a cell that contains a separator", () => {
    const payee = { kind: "other", holder: NAME, text: "x\t=1" } as const;
    const file = plainCsv([line(payee)], "Payout;=1");
    expect(file).toContain(`"x;'=cmd|' /C calc'!A0;y"`);
    expect(file).toContain(`"x\t'=1"`);
    expect(file).toContain(`"Payout;'=1"`);
  });
});
