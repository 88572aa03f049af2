import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { couponStateOf, foldCoupon, parseCouponCode } from "../../src/domain/coupon.ts";
import { NOON } from "./samples.ts";

describe("folding", () => {
  test.each([
    ["upper and lower case", "Anna10", "ANNA10"],
    ["surrounding spaces", "  ANNA10\u00A0", "anna10"],
    ["a ligature", "ﬁt10", "FIT10"],
    ["the Turkish İ", "FİYAT", "fiyat"],
    ["the Turkish ı", "fıyat", "FIYAT"],
    ["full width", "ＡＮＮＡ１０", "anna10"],
    ["ß", "STRASSE", "straße"],
    ["a capital ẞ", "STRAẞE", "strasse"],
    ["a final sigma", "ΟΔΟΣ", "οδος"],
    ["a sigma in the middle", "οδοσ", "οδος"],
    ["composed and decomposed letters", "caf\u00E9", "CAFE\u0301"],
    ["zero-width characters", "AN\u200BNA\u00AD10\uFEFF", "anna10"],
    ["a no-break space inside", "ANNA\u00A010", "anna 10"],
    ["a circled digit", "ANNA①", "anna1"],
  ])("ignores %s", (_what, one, another) => {
    expect(foldCoupon(one)).toBe(foldCoupon(another));
  });

  test("keeps accents, spaces inside and punctuation apart", () => {
    const codes = ["cafe", "café", "anna10", "anna 10", "anna-10", "anna_10", "аnna10"];
    expect(new Set(codes.map(foldCoupon)).size).toBe(codes.length);
  });

  test("of a folded code changes nothing, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 20 }), (text) => {
        const folded = foldCoupon(text);
        expect(foldCoupon(folded)).toBe(folded);
      }),
      { numRuns: 2_000 },
    );
  });

  test("is the same for both cases of any text of letters and digits", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\p{L}\p{N}]{1,12}$/u), (text) => {
        expect(foldCoupon(text.toUpperCase())).toBe(foldCoupon(text));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a code", () => {
  test("is kept as it was written, without invisible characters and surrounding spaces", () => {
    expect(parseCouponCode(" Anna\u200B10 ")).toEqual({ code: "Anna10", folded: "anna10" });
  });

  test("may have 64 characters, counted as people do", () => {
    for (const character of ["A", "🎁"]) {
      expect(parseCouponCode(character.repeat(64))?.code).toBe(character.repeat(64));
      expect(parseCouponCode(character.repeat(65))).toBeNull();
    }
    // Some characters stand for several.
    expect(parseCouponCode("ﷺ".repeat(4))).toBeNull();
  });

  test.each([
    ["nothing", ""],
    ["only spaces", "   "],
    ["only invisible characters", "\u200B\u00AD"],
    ["a control character", "AN\u0007NA"],
    ["a line break at the end", "ANNA10\n"],
    ["a tab", "ANNA\t10"],
    ["NUL", "ANNA\u0000"],
    ["a line separator", "ANNA\u202810"],
    ["half a surrogate pair", "ANNA\uD83C"],
    ["far too much", "A".repeat(100_000)],
  ])("is rejected if it is or has %s", (_what, text) => {
    expect(parseCouponCode(text)).toBeNull();
  });
});

test("a coupon is active until it ends", () => {
  expect([couponStateOf({ endsAt: null }), couponStateOf({ endsAt: NOON })]).toEqual(["active", "ended"]);
});
