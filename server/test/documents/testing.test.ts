import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createEgress } from "../../src/deliverer/egress.ts";
import { uuidOf } from "../../src/domain/ids.ts";
import { aDeliverer } from "../deliverer/sender.ts";
import { build, newFolder, run, runJson, SECRET_KEY, start, stop, urlOf } from "../start/processes.ts";
import { SECRET_KEY as APP_SECRET_KEY, startApp, type TestApp } from "../support/app.ts";
import { emptyDatabase } from "../support/database.ts";
import { aTwin } from "../support/twins.ts";
import { aCampaign, aConversion, anAffiliate, type Merchant } from "../support/world.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const page = readFileSync(join(root, "docs/testing.md"), "utf8");
const first = exampleUnder("A first script");
const life = exampleUnder("A commission's whole life");
const [, settings = ""] = /WEBHOOK_ALLOWED_NETWORKS=(\S+)/.exec(page) ?? [];
const [, certificate = ""] = /(openssl req [\s\S]*?)```/.exec(page) ?? [];

interface Example {
  readonly script: string;
  readonly prints: string;
}

function exampleUnder(heading: string): Example {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  const [, script] = /```js\n([\s\S]*?)```/.exec(section) ?? [];
  const [, prints] = /It prints:\n\n```text\n([\s\S]*?)```/.exec(section) ?? [];
  if (script === undefined || prints === undefined) throw new Error(`There is no example under ${heading}.`);
  return { script, prints };
}

beforeAll(build);

interface Prepared {
  readonly ca: string;
  /** Runs a script of the page, and returns what it printed. */
  run(example: Example, at: { address: string; key: string }): Promise<string>;
}

/** A project with the receiver's certificate, as the page creates it. */
function prepare(): Prepared {
  // Inside the repository, where the package name resolves to the build.
  const folders = join(root, "node_modules/.cache");
  mkdirSync(folders, { recursive: true });
  const folder = mkdtempSync(join(folders, "testing-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync("sh", ["-c", certificate], { cwd: folder, stdio: "ignore" });
  const file = join(folder, "script.mjs");
  return {
    ca: join(folder, "localhost.pem"),
    run: async ({ script }, { address, key }) => {
      writeFileSync(file, script);
      const env = { TRIBUTARY_URL: address, TRIBUTARY_KEY: key };
      return (await promisify(execFile)(process.execPath, [file], { cwd: folder, env })).stdout;
    },
  };
}

test("the scripts in docs/testing.md run against a new server, through a commission's whole life", async () => {
  const prepared = prepare();
  const env = {
    DATABASE_URL: urlOf(await emptyDatabase()),
    SECRET_KEY,
    DATA_DIR: join(newFolder(), "data"),
    NODE_EXTRA_CA_CERTS: prepared.ca,
    WEBHOOK_ALLOWED_NETWORKS: settings,
  };
  const server = await start(env);
  await run(["account", "create", "--email", "owner@shop.example", "--name", "Shop"], env);
  const made = await runJson(["key", "create", "--account", "owner@shop.example", "--name", "ci", "--test"], env);
  const { secret: key } = made.json["key"] as { secret: string };
  const at = { address: server.address, key };
  expect(await prepared.run(first, at)).toBe(first.prints);
  // Twice: a script can run again in the same test account.
  for (const _run of [1, 2]) {
    const startedMs = performance.now();
    expect(await prepared.run(life, at)).toBe(life.prints);
    console.log(`The long script of docs/testing.md took ${Math.round(performance.now() - startedMs)} ms.`);
  }
  await stop(server);
});

/** What `tributary export` writes about the account, by file. */
async function exportOf(app: TestApp, { accountId }: Merchant): Promise<Record<string, string[]>> {
  const to = join(newFolder(), "export");
  const env = { DATABASE_URL: urlOf(app.connection), SECRET_KEY: APP_SECRET_KEY.toString("hex") };
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

test("the live account's export is the same before and after the long script in docs/testing.md", async () => {
  const prepared = prepare();
  const app = await startApp({ WEBHOOK_ALLOWED_NETWORKS: settings });
  const egress = createEgress({ allowedNetworks: [settings], ca: [readFileSync(prepared.ca, "utf8")] });
  const deliverer = aDeliverer(app, egress);
  deliverer.start();
  onTestFinished(async () => {
    await deliverer.stop();
    await egress.close();
    await app.close();
  });
  const { key, live } = await aTwin(app);
  const campaignId = await aCampaign(live);
  await aConversion(live, campaignId, { code: (await anAffiliate(app, live, campaignId)).code });
  const before = await exportOf(app, live);
  expect(Object.values(before).flat().length).toBeGreaterThan(5);
  const address = await app.http.listen({ port: 0, host: "127.0.0.1" });
  expect(await prepared.run(life, { address, key })).toBe(life.prints);
  expect(await exportOf(app, live)).toEqual(before);
});
