import { decimalsByCurrency } from "tributary-sdk/currency";
import { describe, expect, it } from "vitest";
import { amountsText, countText, moneyText, percentText, sumByCurrency } from "../src/format/numbers.ts";

/** Without the symbols that differ by locale. */
const digits = (text: string): string => text.replaceAll(/[^\d.,-]/g, "");

describe("moneyText", () => {
  it("shows as many decimals as the currency has", () => {
    expect(digits(moneyText(1234, "JPY"))).toBe("1,234");
    expect(digits(moneyText(12.5, "EUR"))).toBe("12.50");
    expect(digits(moneyText(1.2345, "KWD"))).toBe("1.235");
    // Intl alone would show no decimals here.
    expect(digits(moneyText(1.5, "IQD"))).toBe("1.500");
  });

  it("shows every currency's decimals, even if cash has only whole units", () => {
    const shown = [...decimalsByCurrency.keys()].map((code) => {
      const [, decimals = ""] = /1[.,](\d+)/.exec(moneyText(1, code)) ?? [];
      return [code, decimals.length];
    });
    expect(shown).toEqual([...decimalsByCurrency]);
  });

  it("uses two decimals for an unknown code", () => {
    expect(digits(moneyText(3, "XYZ"))).toBe("3.00");
  });
});

describe("sumByCurrency", () => {
  it("adds without floating-point drift", () => {
    const cents = Array.from({ length: 10 }, () => ["EUR", 0.1] as const);
    expect(sumByCurrency(cents)).toEqual({ EUR: 1 });
    expect(sumByCurrency([["EUR", 1.1] as const, ["EUR", 2.2] as const])).toEqual({ EUR: 3.3 });
  });

  it("keeps currencies separate, in the order of appearance", () => {
    const sums = sumByCurrency([["USD", 0.07] as const, ["JPY", 100] as const, ["USD", 0.01] as const]);
    expect(Object.entries(sums)).toEqual([
      ["USD", 0.08],
      ["JPY", 100],
    ]);
    expect(sumByCurrency([["KWD", 0.001] as const, ["KWD", 0.002] as const])).toEqual({ KWD: 0.003 });
  });

  it("is exact over a thousand rows", () => {
    const rows = Array.from({ length: 1000 }, (_, index) => ["EUR", (index + 1) / 100] as const);
    expect(sumByCurrency(rows)).toEqual({ EUR: 5005 });
  });

  it("is empty without rows", () => {
    expect(sumByCurrency([])).toEqual({});
  });
});

describe("other numbers", () => {
  it("distinguish singular and plural", () => {
    expect(countText(1, "day")).toBe("1 day");
    expect(countText(0, "day")).toBe("0 days");
    expect(countText(2, "batch", "batches")).toBe("2 batches");
  });

  it("show percentages with at most four decimals", () => {
    expect(percentText(12.5)).toBe("12.5%");
    expect(percentText(0.00005)).toBe("0.0001%");
  });

  it("list amounts of several currencies, or the word for none", () => {
    expect(amountsText({}, "nothing")).toBe("nothing");
    expect(amountsText({ EUR: 1, JPY: 2 }, "nothing").split(" · ").map(digits)).toEqual(["1.00", "2"]);
  });
});
