import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { appForFile } from "../support/app.ts";
import { aCampaign, aMerchant, anAffiliate } from "../support/world.ts";

const page = readFileSync(new URL("../../../docs/plans.md", import.meta.url), "utf8");
const examples = (language: string): string[] =>
  [...page.matchAll(/```(\w+)\n(.*?)```/gs)].filter(([, name]) => name === language).map(([, , code]) => code ?? "");

test("every plan in docs/plans.md is valid", async () => {
  const app = await appForFile();
  const merchant = await aMerchant(app);
  const campaign = await aCampaign(merchant);
  const plans = examples("json").map((text) => JSON.parse(text) as object);
  expect(plans.length).toBeGreaterThan(5);
  for (const plan of plans) {
    const { status, body } = await merchant.call("PATCH", `/v1/campaigns/${campaign}`, { body: { plan } });
    expect([status, body.error]).toEqual([200, undefined]);
    const stored = await merchant.call("GET", `/v1/campaigns/${campaign}`);
    expect(stored.body.campaign.plan).toMatchObject(plan);
  }
});

test("the requests in docs/plans.md do what it says", async () => {
  const app = await appForFile();
  const address = await app.http.listen({ host: "127.0.0.1", port: 0 });
  const merchant = await aMerchant(app);
  const campaign = await aCampaign(merchant, { commission_value: 20 });
  const { code, affiliateId } = await anAffiliate(app, merchant, campaign);
  const env = {
    TRIBUTARY_URL: address,
    TRIBUTARY_KEY: merchant.key,
    CAMPAIGN: campaign,
    CODE: code,
    AFFILIATE: affiliateId,
    PATH: "/usr/local/bin:/usr/bin:/bin",
  };
  const responses: Record<string, unknown>[] = [];
  for (const example of examples("sh")) {
    const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", example], { env });
    responses.push(JSON.parse(stdout) as Record<string, unknown>);
  }
  expect(responses).toMatchObject([
    { campaign: { id: campaign } },
    { conversion: { commission: 20, kind: "order", plan_version: 1 } },
    { conversion: { commission: 20, kind: "renewal", plan_version: 1 } },
    { commission: 20, plan_source: "campaign" },
    { group: { name: "VIP partners" } },
    { affiliate_plan: { plan: { base: { type: "percentage", value: 35 } } } },
  ]);
  const { body } = await merchant.call("GET", `/v1/campaigns/${campaign}`);
  expect(body.campaign).toMatchObject({ plan_version: 1, plan: { repeat: { pay: "limited", months: 12 } } });
});
