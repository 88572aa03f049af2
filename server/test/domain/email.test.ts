import { describe, expect, it } from "vitest";
import { emailRule } from "../../src/domain/person.ts";

describe("an email address", () => {
  it.each([
    "ada@shop.example",
    "ada+news@shop.example",
    "zoë@café.example",
    "用户@例子.example",
    "o'neil_x@a-b.example",
  ])("may be %s", (address) => {
    expect(emailRule.holds(address)).toBe(true);
  });

  it.each([
    "",
    "ada",
    "@shop.example",
    "ada@",
    "ada@shop",
    "ada@shop.",
    "ada@b@shop.example",
    "ada lovelace@shop.example",
    "Ada <ada@shop.example>",
    "ada@shop.example\nBcc: bob@shop.example",
    "ada\0@shop.example",
    "ada\ud800@shop.example",
  ])("is not %j", (address) => {
    expect(emailRule.holds(address)).toBe(false);
  });

  it("may have up to 254 characters", () => {
    const address = (length: number): string => `${"x".repeat(length - "@shop.example".length)}@shop.example`;
    expect([emailRule.holds(address(254)), emailRule.holds(address(255))]).toEqual([true, false]);
  });

  it.each([
    ["a soft hyphen", "\u00AD"],
    ["a zero-width space", "\u200B"],
    ["a zero-width joiner", "\u200D"],
    ["a right-to-left override", "\u202E"],
    ["an isolate", "\u2066"],
    ["a word joiner", "\u2060"],
    ["a byte order mark", "\uFEFF"],
    ["a grapheme joiner", "\u034F"],
    ["a variation selector", "\uFE0F"],
    ["a Hangul filler", "\u3164"],
    ["a tag character", "\u{E0061}"],
    ["a blank braille pattern", "\u2800"],
    ["a no-break space", "\u00A0"],
    ["an ideographic space", "\u3000"],
    ["a line separator", "\u2028"],
  ])("is rejected with %s, before or after the @", (_name, unseen) => {
    for (const address of [`owner${unseen}-a@a.example`, `owner-a@a${unseen}.example`, `owner-a@a.example${unseen}`])
      expect(emailRule.holds(address)).toBe(false);
  });
});
