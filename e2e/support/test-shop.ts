import { send, type Merchant } from "./merchant.ts";

interface TestShop {
  readonly twin: Merchant;
  readonly affiliateId: string;
}

/** A test account with a campaign, an affiliate, an order, and an invitation in its emails. */
export async function testShop(merchant: Merchant): Promise<TestShop> {
  const twin = await merchant.testAccount("ci-3");
  const [campaign_id, key] = [await twin.campaign(), await twin.key()];
  const { body } = await send<{ affiliate: { id: string; affiliate_code: string } }>(
    merchant.origin,
    "POST",
    "/v1/test/affiliates",
    { key, body: { campaign_id, name: "Tess Tester", email: "tess@partner.example" } },
  );
  const { id, affiliate_code } = body.affiliate;
  await twin.track(key, { campaign_id, affiliate_code, external_id: "order-1", amount: 120 });
  await twin.invite(campaign_id, "ada@partner.example");
  return { twin, affiliateId: id };
}
