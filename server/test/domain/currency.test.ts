import { currencyDecimals } from "tributary-sdk/currency";
import { expect, test } from "vitest";
import { decimalsOf, parseCurrency } from "../../src/domain/currency.ts";
import { decimalsOf as decimalsOnPages, moneyText } from "../../../web/src/format/numbers.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
const currencies = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => `${a}${b}${c}`))).flatMap(
  (code) => parseCurrency(code) ?? [],
);

test("the service, the SDK and the pages count every currency in the same decimals", () => {
  expect(currencies.length).toBeGreaterThan(150);
  const decimals = currencies.map((code) => [code, decimalsOf(code)]);
  expect(currencies.map((code) => [code, currencyDecimals(code)])).toEqual(decimals);
  expect(currencies.map((code) => [code, decimalsOnPages(code)])).toEqual(decimals);
});

test("the pages show every currency's decimals, also where only whole units are used in cash", () => {
  const shown = currencies.map((code) => [code, (/1[.,](\d+)/.exec(moneyText(1, code))?.[1] ?? "").length]);
  expect(shown).toEqual(currencies.map((code) => [code, decimalsOf(code)]));
});
