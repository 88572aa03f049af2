import { describe, expect, it } from "vitest";
import { calendarDay, minuteOf } from "../src/format/dates.ts";
import { moneyText } from "../src/format/numbers.ts";
import { localized } from "../src/format/server-text.ts";

describe("localized", () => {
  it("shows times, days, amounts and percentages in the reader's form", () => {
    const time = "2026-11-15T12:26:55.095Z";
    expect(localized(`A click on ${time}.`)).toBe(`A click on ${minuteOf(time)}.`);
    expect(localized("Recorded on 2026-03-01.")).toBe(`Recorded on ${calendarDay("2026-03-01")}.`);
    expect(localized("12.5 % of 120.00 EUR is 15.00 EUR.")).toBe(
      `12.5% of ${moneyText(120, "EUR")} is ${moneyText(15, "EUR")}.`,
    );
    expect(localized("Each conversion pays 500 JPY.")).toBe(`Each conversion pays ${moneyText(500, "JPY")}.`);
  });

  it("leaves other text as it is", () => {
    const text = "30 days. Order DS-2026-11, click clk_01KA5EUR and 3 API keys.";
    expect(localized(text)).toBe(text);
  });
});
