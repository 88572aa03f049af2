import { describe, expect, it } from "vitest";
import { couponState, mayHaveLeaked, shareWithoutClick, withoutClickText } from "../src/words/coupons.ts";

const orders = (clicked: number, bare: number) => ({ with_click: clicked, without_click: bare });
const holder = { affiliation_id: "aff_1", affiliate_id: "usr_1", name: "Ada", status: "active" } as const;

describe("the share of orders without a click", () => {
  it.each([
    [0, 0, 0],
    [0, 7, 100],
    [7, 0, 0],
    [1, 3, 75],
  ])("%i with and %i without a click: %i%%", (clicked, bare, share) => {
    expect(shareWithoutClick(orders(clicked, bare))).toBe(share);
  });

  it("is never rounded to all or none if there is an exception", () => {
    expect(shareWithoutClick(orders(1, 999))).toBe(99);
    expect(shareWithoutClick(orders(999, 1))).toBe(1);
  });

  it("is told with both numbers, and not at all without orders", () => {
    expect(withoutClickText(orders(1, 3))).toBe("3 of 4 (75%)");
    expect(withoutClickText(orders(0, 0))).toBe("–");
  });
});

describe("a leak", () => {
  it("is suspected only with enough orders, most of them without a click", () => {
    expect(mayHaveLeaked(orders(0, 9))).toBe(false);
    expect(mayHaveLeaked(orders(0, 10))).toBe(true);
    expect(mayHaveLeaked(orders(100, 100))).toBe(false);
  });
});

describe("the status of a coupon", () => {
  it("says that an active coupon counts for nobody while its holder is suspended", () => {
    expect(couponState({ state: "active", holder }).word).toBe("Active");
    expect(couponState({ state: "active", holder: { ...holder, status: "suspended" } })).toEqual({
      word: "Holder suspended",
      tone: "warning",
    });
    expect(couponState({ state: "ended", holder: { ...holder, status: "removed" } }).word).toBe("Ended");
  });
});
