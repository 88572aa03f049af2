import { describe, expect, it } from "vitest";
import { totalBalances, type Stages } from "../src/money/total-balances.ts";

const balance = (more: Partial<Stages>): Stages => ({
  currency: "EUR",
  pending: 0,
  maturing: 0,
  next_matures_at: null,
  payable: 0,
  withdrawable_since: null,
  owed_back: 0,
  in_payout: 0,
  paid: 0,
  ...more,
});

describe("totalBalances", () => {
  it("adds up the merchants of a currency, with the earliest dates, and never two currencies", () => {
    const first = balance({ pending: 0.1, paid: 5, next_matures_at: "2026-03-02T00:00:00.000Z" });
    const second = balance({ pending: 0.2, next_matures_at: "2026-03-01T00:00:00.000Z" });
    const dollars = balance({ currency: "USD", payable: 7, withdrawable_since: "2026-01-01T00:00:00.000Z" });
    expect(totalBalances([first, dollars, second])).toEqual([
      balance({ pending: 0.3, paid: 5, next_matures_at: "2026-03-01T00:00:00.000Z" }),
      dollars,
    ]);
  });

  it("keeps a date if the other balance has none", () => {
    const since = "2026-01-01T00:00:00.000Z";
    const [total] = totalBalances([balance({ withdrawable_since: since }), balance({})]);
    expect(total?.withdrawable_since).toBe(since);
  });
});
