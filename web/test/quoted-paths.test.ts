import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { quotedPaths } from "../quoted-paths.ts";

test.each(["it's", 'a "test"'])("a page with styles is built in a folder named %s", async (name) => {
  const folder = mkdtempSync(join(tmpdir(), "tributary-quotes-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, name);
  mkdirSync(root);
  writeFileSync(join(root, "index.html"), "<style>body { margin: 7px; }</style><p>Hello</p>");
  await build({ root, configFile: false, logLevel: "silent", plugins: [quotedPaths()] });
  expect(readFileSync(join(root, "dist/index.html"), "utf8")).toMatch(/<style[^>]*>body\{margin:7px\}/);
});
