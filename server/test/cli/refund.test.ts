import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { build, run, SECRET_KEY, urlOf, type Env } from "../start/processes.ts";
import { appForFile } from "../support/app.ts";
import { cloneDatabase } from "../support/database.ts";
import { aCampaign, aConversion, aMerchant, anAffiliate, type Merchant } from "../support/world.ts";

const page = readFileSync(new URL("../../../docs/refunds.md", import.meta.url), "utf8");
let env: Env = {};
let merchant: Merchant;
let affiliate = { code: "", campaign: "" };
let address = "";

beforeAll(async () => {
  build();
  const connection = await cloneDatabase();
  env = { DATABASE_URL: urlOf(connection), SECRET_KEY };
  const app = await appForFile({}, { connection });
  address = await app.http.listen({ port: 0, host: "127.0.0.1" });
  merchant = await aMerchant(app);
  const campaign = await aCampaign(merchant, { commission_value: 20 });
  affiliate = { code: (await anAffiliate(app, merchant, campaign)).code, campaign };
  await aConversion(merchant, campaign, { code: affiliate.code, external_id: "order-1001", amount: 100 });
});

const refund = (...args: string[]) => run(["refund", ...args, "--account", merchant.email], env);
const record = (...args: string[]) => refund("record", "--order", "order-1001", "--id", "refund-77", ...args);

test("record, list and cancel say what changed", async () => {
  const recorded = await record("--amount", "25", "--reason", "Wrong size.");
  expect([recorded.exitCode, recorded.stdout]).toEqual([
    0,
    "Refund refund-77 of 25.00 EUR is recorded.\nThe order is now 75.00 EUR, the commission 15.00 EUR (pending).\n",
  ]);
  const listed = JSON.parse((await refund("list", "--order", "order-1001", "--json")).stdout) as { refunds: object[] };
  expect(listed.refunds).toMatchObject([
    { external_id: "refund-77", amount: 25, counted: true, reason: "Wrong size." },
  ]);
  const cancelled = await refund("cancel", "--id", "refund-77", "--json");
  expect(JSON.parse(cancelled.stdout)).toMatchObject({
    refund: { counted: false },
    conversion: { amount: 100, commission: 20, status: "pending" },
    claw_back: null,
  });
});

test.each([
  [["--amount", "0"], "--amount must be a number above 0"],
  [["--amount", "much"], "--amount must be a number above 0"],
  [["--amount", "0x10"], "--amount must be a number above 0"],
  [["--amount", "1", "--id", ""], "--id must be text of 1 to 255 characters."],
  [["--amount", "1", "--id", "x".repeat(256)], "--id must be text of 1 to 255 characters."],
  [["--amount", "1", "--id", "edit:1"], "--id must not start with edit:"],
  [["--amount", "2"], "A refund with this --id was already recorded with another amount"],
  [["--amount", "1", "--reason", "x".repeat(501)], "--reason must be text of 1 to 500 characters."],
  [["--amount", "1", "--order", "order-none"], "No conversion with order ID order-none."],
  [["--amount", "1", "--currency", "euro"], "--currency must be a three-letter"],
  [["--amount", "1", "--currency", "USD"], "must be in the currency of its order"],
])("record %j is refused with one sentence", async (args, sentence) => {
  const { exitCode, stderr } = await record(...args);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(sentence);
});

test("the examples of docs/refunds.md do what they say", async () => {
  const example = (language: string, beginning: string): string => {
    const blocks = [...page.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, name, code]) => ({ name, code: code ?? "" }));
    const found = blocks.find(({ name, code }) => name === language && code.startsWith(beginning));
    if (!found) throw new Error(`There is no example in ${language} that begins with ${beginning}.`);
    return found.code;
  };
  const curl = example("sh", "curl").replace("order-1001", "order-1002").replace("refund-77", "refund-78");
  const { code } = affiliate;
  await aConversion(merchant, affiliate.campaign, { code, external_id: "order-1002", amount: 100 });
  const shell = { TRIBUTARY_URL: address, TRIBUTARY_KEY: merchant.key, PATH: "/usr/local/bin:/usr/bin:/bin" };
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", curl], { env: shell });
  const [answer, shown] = [JSON.parse(stdout), JSON.parse(example("json", "{"))] as Record<string, object>[];
  for (const part of ["refund", "conversion"])
    expect(Object.keys(answer?.[part] ?? {})).toEqual(Object.keys(shown?.[part] ?? {}));
  expect(answer).toMatchObject({
    refund: { amount: 25, counted: true, reason: "Wrong size." },
    conversion: { amount: 75, commission: 15, status: "pending" },
    claw_back: null,
  });
  const commands = example("sh", "npx").trim().split("\n");
  for (const command of commands) {
    const words = command
      .replaceAll("refund-77", "refund-79")
      .replace("owner@shop.example", merchant.email)
      .split(" ")
      .slice(3);
    expect([command, (await run(words, env)).exitCode]).toEqual([command, 0]);
  }
  expect(commands).toHaveLength(3);
});
