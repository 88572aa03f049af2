import { describe, expect, it } from "vitest";
import { keepDecided, keepOrder } from "../src/dashboard/conversions/steady-rows.ts";

const rows = (text: string) => text.split("").map((id) => ({ id }));
const text = (list: readonly { id: string }[]): string => list.map(({ id }) => id).join("");
const isDecided = (id: string): boolean => "xyz".includes(id);

describe("rows that stay in place", () => {
  it.each([
    ["axbyc", "abcd", "axbycd"],
    ["xab", "ab", "xab"],
    ["axyb", "ab", "axyb"],
    ["axb", "naxb", "naxb"],
    ["axb", "nab", "naxb"],
    ["axbz", "", "xz"],
    ["abc", "ac", "ac"],
  ])("keep decided ones between their neighbours (%s, then %s)", (shown, fresh, kept) => {
    expect(text(keepDecided(rows(shown), rows(fresh), isDecided))).toBe(kept);
  });

  it.each([
    ["axb", "nab", "axbn"],
    ["abc", "ca", "ac"],
    ["xab", "abnm", "xabnm"],
  ])("keep their order, with new ones below (%s, then %s)", (shown, fresh, kept) => {
    expect(text(keepOrder(rows(shown), rows(fresh), isDecided))).toBe(kept);
  });
});
