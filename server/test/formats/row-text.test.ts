import { describe, expect, test } from "vitest";
import { copiedRowOfJson, jsonWriter } from "../../src/formats/row-text.ts";

/** The reference: cell by cell, with JSON.stringify. */
const jsonOf = (rows: readonly (readonly (string | null)[])[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** In PostgreSQL's copy format. */
const copied = (rows: readonly (readonly (string | null)[])[]): Buffer =>
  Buffer.from(rows.map((row) => copiedRowOfJson(JSON.stringify(row), row.length)).join(""));

const written = (rows: readonly (readonly (string | null)[])[]): string =>
  Buffer.from(jsonWriter()(copied(rows))).toString("utf8");

describe("rows as lines of JSON", () => {
  test("writes every character like JSON, at every position among four bytes", () => {
    const characters = [
      ...Array.from({ length: 255 }, (_, code) => String.fromCharCode(code + 1)),
      "€",
      "😀",
      "\\N",
      "\\v",
      '\\"',
    ];
    const rows = characters.flatMap((character) =>
      [0, 1, 2, 3, 4].map((before) => [`${"x".repeat(before)}${character}${"y".repeat(9)}`, character]),
    );
    expect(written(rows)).toBe(jsonOf(rows));
  });

  test("distinguishes null from empty text, and both from similar texts", () => {
    const rows = [
      [null, null, null],
      ["", null, ""],
      [null, "", "null"],
      ["N", "\\N", null],
      [null, "\\\\N", "\\"],
    ];
    expect(written(rows)).toBe(jsonOf(rows));
    expect(written([[null]])).toBe("[null]\n");
  });

  test("writes nothing for no rows", () => {
    expect(written([])).toBe("");
  });

  test("reuses its buffer for more rows than before and for fewer", () => {
    const write = jsonWriter();
    for (const count of [3, 300, 1]) {
      const rows = Array.from({ length: count }, (_, index) => [`row ${index}`, null, "\u0001".repeat(40)]);
      expect(Buffer.from(write(copied(rows))).toString("utf8")).toBe(jsonOf(rows));
    }
  });
});
