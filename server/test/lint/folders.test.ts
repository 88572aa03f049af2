import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const IMPORT = /(?:from|import|import\()\s*"(\.[^"]+)"/g;

/** The folders that each folder of a package imports. */
function folderImports(source: string): Map<string, Set<string>> {
  const base = join(root, source);
  const imports = new Map<string, Set<string>>();
  for (const entry of readdirSync(base, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), "utf8");
    const from = relative(base, entry.parentPath);
    const targets = imports.get(from) ?? new Set();
    imports.set(from, targets);
    for (const [, path = ""] of text.matchAll(IMPORT)) {
      const to = relative(base, dirname(join(entry.parentPath, path)));
      if (to !== from) targets.add(to);
    }
  }
  return imports;
}

/** The folders that can be reached from themselves. */
function inCycles(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reachedFrom = (start: string): Set<string> => {
    const reached = new Set<string>();
    const waiting = [start];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop())
      for (const next of imports.get(folder) ?? []) {
        if (reached.has(next)) continue;
        reached.add(next);
        waiting.push(next);
      }
    return reached;
  };
  return [...imports.keys()].filter((folder) => reachedFrom(folder).has(folder));
}

test("the search finds a cycle", () => {
  const imports = { a: ["b"], b: ["c"], c: ["a"], d: ["a"] };
  expect(inCycles(new Map(Object.entries(imports).map(([from, to]) => [from, new Set(to)])))).toEqual(["a", "b", "c"]);
});

test.each(["sdk/src", "server/src", "web/src"])("no folder of %s is part of an import cycle", (source) => {
  const imports = folderImports(source);
  expect([...imports.values()].reduce((sum, targets) => sum + targets.size, 0)).toBeGreaterThan(0);
  expect(inCycles(imports)).toEqual([]);
});
