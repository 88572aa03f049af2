import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it, test } from "vitest";
import { edits, promises } from "../../../sabotage/edits/index.mjs";

const root = resolve(import.meta.dirname, "../../..");
const page = readFileSync(join(root, "docs/proofs.md"), "utf8");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };

const rows = page
  .split("\n")
  .filter((line) => /^\| P\d+ /.test(line))
  .map((line) => {
    const [promise = "", text, tests = "", broken = "", command = ""] = line
      .split("|")
      .slice(1)
      .map((cell) => cell.trim());
    return { promise, text, tests: quoted(tests), edits: quoted(broken), commands: quoted(command) };
  });

function quoted(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
}

const fileOf = (name: string): string => (name.endsWith(".ts") ? name : `server/test/${name}.test.ts`);

it("docs/proofs.md has a row for each promise, worded as in npm run sabotage", () => {
  expect(rows.map(({ promise, text }) => [promise, text])).toEqual(Object.entries(promises));
});

describe.each(rows)("docs/proofs.md on $promise", (row) => {
  const broken = edits.filter(({ promise }) => promise === row.promise);

  test("names every edit that breaks it, and no other", () => {
    expect(row.edits).toEqual(broken.map(({ name }) => name));
  });

  test("names test files that exist, and all that catch its edits", () => {
    const files = row.tests.map(fileOf);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(broken.flatMap(({ tests }) => tests)));
  });

  test("names commands that exist", () => {
    const unknown = row.commands.filter((command) => {
      const script = /^npm run ([\w:]+)/.exec(command)?.[1];
      const file = / npx vitest run .*?(server\/test\/\S+)$/.exec(command)?.[1];
      return !(script !== undefined && script in scripts) && !(file !== undefined && existsSync(join(root, file)));
    });
    expect(unknown).toEqual([]);
  });
});
