import { expect, test, vi } from "vitest";
import { isAtLeast, isAtMost } from "../../src/domain/plain-text.ts";
import { text } from "../../src/http/wire/fields.ts";

test("texts are measured in code points, wherever the bound lies", () => {
  for (const letter of ["x", "\u{1F600}"])
    for (const length of [0, 1, 2, 3, 4, 5, 9])
      for (const bound of [0, 1, 2, 4, 8]) {
        const measured = letter.repeat(length);
        expect([letter, length, bound, isAtMost(measured, bound)]).toEqual([letter, length, bound, length <= bound]);
        expect([letter, length, bound, isAtLeast(measured, bound)]).toEqual([letter, length, bound, length >= bound]);
      }
});

test("a long text is accepted or refused without a walk through its characters", () => {
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
