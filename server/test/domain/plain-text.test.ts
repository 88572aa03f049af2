import { expect, test, vi } from "vitest";
import {
  contents,
  inOneLine,
  isAtLeast,
  isAtMost,
  isStorable,
  lengthOf,
  printable,
} from "../../src/domain/values/plain-text.ts";
import { text } from "../../src/http/wire/fields.ts";

test("texts are measured in code points, at every limit", () => {
  for (const letter of ["x", "\u{1F600}"])
    for (const length of [0, 1, 2, 3, 4, 5, 9])
      for (const bound of [0, 1, 2, 4, 8]) {
        const measured = letter.repeat(length);
        expect([letter, length, bound, isAtMost(measured, bound)]).toEqual([letter, length, bound, length <= bound]);
        expect([letter, length, bound, isAtLeast(measured, bound)]).toEqual([letter, length, bound, length >= bound]);
      }
});

test("a long text is accepted or rejected without iterating over its characters", () => {
  const walks = vi.spyOn(String.prototype, Symbol.iterator);
  try {
    const field = text("csv", { max: 1_000 });
    expect(field.safeParse("x".repeat(1_000)).success).toBe(true);
    expect(field.safeParse("x".repeat(2_001)).success).toBe(false);
    expect(walks.mock.contexts.filter((each) => String(each).length >= 1_000)).toEqual([]);
  } finally {
    walks.mockRestore();
  }
});

test("a text that PostgreSQL cannot store unchanged is not storable", () => {
  expect(["", "a b\n", "\u{1F600}", "\ufffd"].map(isStorable)).toEqual([true, true, true, true]);
  expect(["a\0b", "\ud83d", "x\ude00"].map(isStorable)).toEqual([false, false, false]);
});

test("a line has no control characters, and a multi-line text only line breaks and tabs", () => {
  const texts = ["Ada", "a\nb", "a\r\nb", "a\tb", "a\rb", "a\u001b[2J", "a\u0085b"];
  expect(texts.filter(contents.line.holds)).toEqual(["Ada"]);
  expect(texts.filter(contents.lines.holds)).toEqual(["Ada", "a\nb", "a\r\nb", "a\tb"]);
});

test("a terminal shows nonprintable characters as their codes", () => {
  expect(printable("Zoë \u{1F600}!")).toBe("Zoë \u{1F600}!");
  expect(printable("a\u001bb\u202ec\u2028d\u2029e\u{E0061}")).toBe("a\\u{1b}b\\u{202e}c\\u{2028}d\\u{2029}e\\u{e0061}");
});

test("foreign text stays in one line", () => {
  expect(inOneLine("  Ada \r\n\tBcc:\u0000 x@y.example\u00a0 ")).toBe("Ada Bcc: x@y.example");
});

test("a length counts code points", () => {
  expect([lengthOf(""), lengthOf("ab"), lengthOf("\u{1F600}b")]).toEqual([0, 2, 2]);
});
