import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { brokenText } from "../../../sabotage/apply.mjs";
import { edits, promises } from "../../../sabotage/edits/index.mjs";
import { judge } from "../../../sabotage/verdict.mjs";

const root = resolve(import.meta.dirname, "../../..");

describe("the edits of npm run sabotage", () => {
  test.each(edits)("$name still applies", (edit) => {
    const texts = new Map<string, string>();
    for (const change of edit.changes) {
      const before = texts.get(change.file) ?? readFileSync(join(root, change.file), "utf8");
      const after = brokenText(edit, change, before);
      expect(after).not.toBe(before);
      texts.set(change.file, after);
    }
    expect(edit.tests.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test("have unique names", () => {
    const names = edits.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("break every promise in at least two ways", () => {
    const ways = (promise: string): number => edits.filter((edit) => edit.promise === promise).length;
    expect(Object.keys(promises).filter((promise) => ways(promise) < 2)).toEqual([]);
  });

  test.each([0, 2])("are rejected when their text occurs %i times", (times) => {
    const change = { file: "a.ts", search: "x", replace: "y" };
    expect(() => brokenText({ name: "an-edit" }, change, "x".repeat(times))).toThrow(
      `Edit an-edit no longer applies: its text occurs ${times} times in a.ts`,
    );
  });
});

describe("an edit is caught", () => {
  const failure = (text: string) => ({
    file: "a.test.ts",
    title: "holds",
    text,
    isAssertion: text.startsWith("AssertionError"),
  });
  const run = { failures: [], broken: [], passed: 3, isComplete: true, output: "" };

  test("by a named test whose assertion fails", () => {
    const failures = [failure("Error: connect ECONNREFUSED"), failure("AssertionError: expected 2 to be 1")];
    expect(judge({}, { ...run, failures })).toMatchObject({ isCaught: true, by: "a.test.ts > holds" });
  });

  test("by the error that it names", () => {
    const failures = [failure("error: payout 1 is not the sum of its lines")];
    expect(judge({}, { ...run, failures }).isCaught).toBe(false);
    expect(judge({ error: /not the sum of its lines/ }, { ...run, failures }).isCaught).toBe(true);
  });

  test.each([
    ["tests that pass", run, "all 3 tests pass"],
    ["no tests", { ...run, passed: 0 }, "no test was run"],
    ["an interrupted run", { ...run, passed: 0, isComplete: false }, "did not finish"],
    ["a file that does not load", { ...run, broken: [failure("SyntaxError")] }, "cannot be loaded or set up"],
    ["a hanging test", { ...run, failures: [failure("Error: Test timed out in 60000ms.")] }, "another reason"],
    ["any other error", { ...run, failures: [failure("TypeError: x is undefined")] }, "another reason"],
  ])("not by %s", (_name, result, why) => {
    const verdict = judge({}, result);
    expect(verdict.isCaught).toBe(false);
    expect(verdict.by).toContain(why);
  });
});
