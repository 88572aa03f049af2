import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allowed } from "./allowed.ts";
import { banned } from "./banned.ts";

const home = resolve(import.meta.dirname, "../../..");
const configuration = [".oxlintrc.json", "lint", "tsconfig.base.json", "sdk/tsconfig.json", "server/tsconfig.json"];
let tree = "";
/** File → the rules it breaks, as reported by the linter. */
const reported = new Map<string, string[]>();

/** Our configuration on a separate tree: a rule that reports nothing there is not active here either. */
beforeAll(async () => {
  tree = realpathSync(mkdtempSync(join(tmpdir(), "house-rules-")));
  for (const name of configuration) cpSync(join(home, name), join(tree, name), { recursive: true });
  symlinkSync(join(home, "node_modules"), join(tree, "node_modules"));
  const files = { ...allowed, ...Object.fromEntries(banned.map(({ file, source }) => [file, source])) };
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), source);
  }
  const { diagnostics } = JSON.parse(await lint()) as { diagnostics: Diagnostic[] };
  for (const { filename, code, message } of diagnostics)
    reported.set(filename, [
      ...(reported.get(filename) ?? []),
      code ?? (/unused/i.test(message) ? "unused directive" : message),
    ]);
}, 60_000);
afterAll(() => rmSync(tree, { recursive: true }));

interface Diagnostic {
  readonly filename: string;
  readonly code?: string;
  readonly message: string;
}

function lint(): Promise<string> {
  const program = join(home, "node_modules/.bin/oxlint");
  return new Promise((done) => {
    // It exits with an error because there are violations; only its output matters.
    execFile(program, ["--format", "json", "."], { cwd: tree, maxBuffer: 16 * 1024 * 1024 }, (_error, output) =>
      done(output),
    );
  });
}

describe("the linter reports", () => {
  test.each(banned)("$file: $rule", ({ file, rule }) => {
    expect(reported.get(file)).toContain(rule);
  });
});

describe("the linter allows", () => {
  const clean = Object.keys(allowed).filter((file) => !file.includes("cycle"));
  test.each(clean)("%s", (file) => {
    expect(reported.get(file)).toBeUndefined();
  });
});

test("no two fixtures share a file, where one would hide the other", () => {
  const files = [...banned.map(({ file }) => file), ...Object.keys(allowed)];
  expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
});
