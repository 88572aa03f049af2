import type { PortalBalancesResponse } from "tributary-sdk/pages";
import { describe, expect, it } from "vitest";
import { calendarDay, dayOf } from "../src/format/dates.ts";
import { moneyText } from "../src/format/numbers.ts";
import { paydayText } from "../src/words/payday.ts";

type Balance = PortalBalancesResponse["balances"][number];

const nothing: Balance = {
  currency: "EUR",
  pending: 0,
  maturing: 0,
  next_matures_at: null,
  withdrawable: 0,
  withdrawable_since: null,
  owed_back: 0,
  payable: 0,
  in_payout: 0,
  paid: 0,
  state: "nothing",
  explanation: "",
  affiliate_id: "aff_1",
  merchant_name: "Rivers & Sons",
  payout_method: "iban",
  next_payday: null,
};
const on = (day: string, amount: number, minimum = 0): Balance => ({
  ...nothing,
  next_payday: { on: day, amount, minimum },
});

describe("the next payday", () => {
  it("is the earliest one that pays something", () => {
    const other = { ...on("2026-12-01", 30), merchant_name: "Beans" };
    expect(paydayText([on("2026-12-15", 12), other, on("2026-11-20", 5, 50)])).toEqual({
      label: "Next payday",
      value: `${moneyText(30, "EUR")} on ${calendarDay("2026-12-01")}`,
      note: "From Beans. More may be approved by then.",
    });
  });

  it("says that an amount below the minimum is carried over", () => {
    const { value, note } = paydayText([on("2026-12-01", 5, 50)]);
    expect(value).toBe(calendarDay("2026-12-01"));
    expect(note).toBe(
      `${moneyText(5, "EUR")} is carried over. The minimum payout from Rivers & Sons is ${moneyText(50, "EUR")}.`,
    );
  });

  it("says what is ready if no merchant has a schedule, and never adds up currencies", () => {
    const ready = { ...nothing, payable: 12 };
    expect(paydayText([ready])).toMatchObject({
      label: "Ready",
      value: moneyText(12, "EUR"),
      note: "Rivers & Sons decides when to pay.",
    });
    const dollars = { ...ready, currency: "USD", payable: 3, merchant_name: "Beans" };
    expect(paydayText([ready, ready, dollars])).toMatchObject({
      value: `${moneyText(24, "EUR")} · ${moneyText(3, "USD")}`,
      note: "Each merchant decides when to pay.",
    });
  });

  it("names the end of the hold period if nothing is ready", () => {
    const at = "2026-12-03T10:00:00.000Z";
    expect(paydayText([{ ...nothing, maturing: 4, next_matures_at: at }]).note).toBe(
      `Commission from Rivers & Sons is on hold until ${dayOf(at)}.`,
    );
    expect(paydayText([]).note).toBe("Approved commission is ready once its hold period ends.");
  });
});
