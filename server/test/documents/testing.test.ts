import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { onTestFinished, test, expect } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { build, newFolder, run, urlOf } from "../start/processes.ts";
import { SECRET_KEY, startApp, type TestApp } from "../support/app.ts";
import { aTwin } from "../support/twins.ts";
import { aCampaign, aConversion, anAffiliate, type Merchant } from "../support/world.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const page = readFileSync(join(root, "docs/testing.md"), "utf8");

/** What `tributary export` writes about the account, by file. */
async function exportOf(app: TestApp, { accountId }: Merchant): Promise<Record<string, string[]>> {
  const to = join(newFolder(), "export");
  const env = { DATABASE_URL: urlOf(app.connection), SECRET_KEY: SECRET_KEY.toString("hex") };
  const { exitCode, stderr } = await run(["export", "--to", to], env);
  if (exitCode !== 0) throw new Error(stderr);
  const files = readdirSync(to, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const lines = files.map((entry): [string, string[]] => {
    const text = readFileSync(join(entry.parentPath, entry.name), "latin1");
    return [entry.name, text.split("\n").filter((line) => line.includes(uuidOf(accountId)))];
  });
  // A twin's own row names its live account.
  return Object.fromEntries(lines.map(([name, own]) => [name, own.filter((line) => !line.includes("\ttest\t"))]));
}

test("the script in docs/testing.md runs a commission's whole life, and the live account's export stays the same", async () => {
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
  const { key, live } = await aTwin(app);
  const campaignId = await aCampaign(live);
  await aConversion(live, campaignId, { code: (await anAffiliate(app, live, campaignId)).code });
  const before = await exportOf(app, live);
  expect(Object.values(before).flat().length).toBeGreaterThan(5);
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
  expect(await exportOf(app, live)).toEqual(before);
});
