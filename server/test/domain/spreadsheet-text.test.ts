import { describe, expect, test } from "vitest";
import { plainCsv } from "../../src/formats/pay-files.ts";
import { spreadsheetText } from "../../src/formats/spreadsheet-text.ts";
import { money } from "./samples.ts";

/** An affiliate's name that a reader which splits at semicolons would run. */
const NAME = "x;=cmd|' /C calc'!A0;y";
const FORMULA = /^["\s]*[=+\-@＝＋－＠]/;

const hostile = [NAME, "x\t=1+1", "a;+1;-1;@SUM(A1);=2", 'a;"=1"', "a\n=1", "a\r\n;=1", "=1;=2", "；=1;＝1", ";;\t=1"];

describe("a text in a file for people", () => {
  test.each(hostile)("%j begins no formula, wherever a reader splits it", (text) => {
    const safe = spreadsheetText(text);
    for (const cell of safe.split(/[;\t\r\n]/)) expect(cell).not.toMatch(FORMULA);
    expect(safe.replaceAll("'", "")).toBe(text.replaceAll("'", ""));
  });

  test("that holds no formula stays as it is", () => {
    for (const text of ["", "Ada Lovelace", "a; b", "5 - 3 = 2; done", "x=1", "https://shop.example/?a=1&b=-2"])
      expect(spreadsheetText(text)).toBe(text);
  });

  test("is escaped in time that grows with its length only", () => {
    for (const text of [";".repeat(100_000), "\t".repeat(100_000), '"'.repeat(100_000), ';"'.repeat(50_000)])
      expect(spreadsheetText(text).length).toBeGreaterThan(99_999);
  });
});

describe("the plain payout file", () => {
  test("is escaped the same way, and quotes a cell with a separator in it", () => {
    const payee = { kind: "other", holder: NAME, text: "x\t=1" } as const;
    const line = { payoutId: "po_1", affiliateId: "aff_1", payee, amount: money(900) };
    const file = plainCsv([line], "Payout;=1");
    expect(file).toContain(`"x;'=cmd|' /C calc'!A0;y"`);
    expect(file).toContain(`"x\t'=1"`);
    expect(file).toContain(`"Payout;'=1"`);
  });
});
