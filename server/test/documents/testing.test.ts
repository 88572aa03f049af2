import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { onTestFinished, test, expect } from "vitest";
import { build } from "../start/processes.ts";
import { startApp } from "../support/app.ts";
import { aTwin } from "../support/twins.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const page = readFileSync(join(root, "docs/testing.md"), "utf8");

test("the script in docs/testing.md runs a commission's whole life in a test account", async () => {
  build();
  const app = await startApp();
  // Inside the repository, where the package name resolves to the build.
  const folders = join(root, "node_modules/.cache");
  mkdirSync(folders, { recursive: true });
  const folder = mkdtempSync(join(folders, "testing-"));
  onTestFinished(async () => {
    rmSync(folder, { recursive: true, force: true });
    await app.close();
  });
  const { key } = await aTwin(app);
  const address = await app.http.listen({ port: 0, host: "127.0.0.1" });
  const [, script = ""] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
  const [, promised = ""] = /It prints `([^`]+)`/.exec(page) ?? [];
  const file = join(folder, "script.mjs");
  writeFileSync(file, script);
  const env = { TRIBUTARY_URL: address, TRIBUTARY_TEST_KEY: key };
  // Twice: a script can run again in the same test account.
  for (const _run of [1, 2]) {
    const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: folder, env });
    expect(stdout).toBe(`${promised}\n`);
  }
});
