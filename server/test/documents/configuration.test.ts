import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { configHelp } from "../../src/config.ts";

const page = readFileSync(new URL("../../../docs/configuration.md", import.meta.url), "utf8");
const documented = new Map(
  [...page.matchAll(/^\| `([A-Z_]+)` +\| ([^|]*?) *\|/gm)].map((row) => [row[1], (row[2] ?? "").replaceAll("`", "")]),
);
const known = configHelp()
  .split("\n")
  .slice(1)
  .map((line) => {
    const name = line.trim().split(/\s/)[0] ?? "";
    const fallback = /\(default ([^()]*)\)$/.exec(line)?.[1];
    // A default that is a sentence is explanatory; one that is a value must be the same in both places.
    return { name, value: fallback !== undefined && /^[\w.,]+$/.test(fallback) ? fallback : undefined };
  });

it("docs/configuration.md names every variable, and no others", () => {
  expect(new Set(documented.keys())).toEqual(new Set(known.map(({ name }) => name)));
  expect(known.length).toBeGreaterThan(15);
});

it("docs/configuration.md shows the actual defaults", () => {
  const values = known.filter(({ value }) => value !== undefined);
  expect(values.length).toBeGreaterThan(6);
  expect(values.map(({ name }) => [name, documented.get(name)])).toEqual(
    values.map(({ name, value }) => [name, value]),
  );
});
