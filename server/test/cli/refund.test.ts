import { beforeAll, expect, test } from "vitest";
import { build, run, SECRET_KEY, urlOf, type Env } from "../start/processes.ts";
import { appForFile } from "../support/app.ts";
import { cloneDatabase } from "../support/database.ts";
import { aCampaign, aConversion, aMerchant, anAffiliate, type Merchant } from "../support/world.ts";

let env: Env = {};
let merchant: Merchant;

beforeAll(async () => {
  build();
  const connection = await cloneDatabase();
  env = { DATABASE_URL: urlOf(connection), SECRET_KEY };
  const app = await appForFile({}, { connection });
  merchant = await aMerchant(app);
  const campaign = await aCampaign(merchant, { commission_value: 20 });
  const { code } = await anAffiliate(app, merchant, campaign);
  await aConversion(merchant, campaign, { code, external_id: "order-1001", amount: 100 });
});

const refund = (...args: string[]) => run(["refund", ...args, "--account", merchant.email], env);
const record = (...args: string[]) => refund("record", "--order", "order-1001", "--id", "refund-77", ...args);

test("record, list and cancel say what changed", async () => {
  const recorded = await record("--amount", "25", "--reason", "Wrong size.");
  expect([recorded.exitCode, recorded.stdout]).toEqual([
    0,
    "Refund refund-77 of 25.00 EUR is recorded.\nThe order counts 75.00 EUR, the commission is 15.00 EUR (pending).\n",
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
  [["--amount", "1", "--currency", "euro"], "--currency must be a three-letter"],
  [["--amount", "1", "--currency", "USD"], "must be in the currency of its order"],
])("record %j is refused with one sentence", async (args, sentence) => {
  const { exitCode, stderr } = await record(...args);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(sentence);
});
