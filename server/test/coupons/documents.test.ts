import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { appForFile } from "../support/app.ts";
import { aCampaign, aMerchant, anAffiliate } from "../support/world.ts";

const page = readFileSync(new URL("../../../docs/coupons.md", import.meta.url), "utf8");
const examples = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, code]) => code ?? "");

test("the requests in docs/coupons.md do what it says", async () => {
  const app = await appForFile();
  const merchant = await aMerchant(app);
  const campaign = await aCampaign(merchant);
  const holder = await anAffiliate(app, merchant, campaign);
  const other = await anAffiliate(app, merchant, campaign);
  const env: Record<string, string> = {
    TRIBUTARY_URL: await app.http.listen({ host: "127.0.0.1", port: 0 }),
    TRIBUTARY_KEY: merchant.key,
    CAMPAIGN: campaign,
    AFFILIATE: holder.affiliateId,
    OTHER_AFFILIATE: other.affiliateId,
    PATH: "/usr/local/bin:/usr/bin:/bin",
  };
  const responses: Record<string, unknown>[] = [];
  for (const example of examples) {
    const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", example], { env });
    const response = JSON.parse(stdout) as Record<string, unknown> & { coupon?: { id: string } };
    if (response.coupon) env["COUPON"] = response.coupon.id;
    responses.push(response);
  }
  expect(responses).toMatchObject([
    { coupon: { code: "ANNA10", state: "active", affiliate_id: holder.affiliateId } },
    { conversion: { commission: 10, coupon_code: "ANNA10", attributed_by: "coupon" } },
    { conversion: { commission: 10, coupon_code: "ANNA10", attributed_by: "coupon" } },
    { campaign: { id: campaign } },
    { coupon: { affiliate_id: other.affiliateId, state: "active" } },
    { coupon: { affiliate_id: other.affiliateId, state: "ended" } },
  ]);
});
