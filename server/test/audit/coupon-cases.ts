import { anAffiliate, anOrderId } from "../support/world.ts";
import { recordOf, type Tenant } from "../tenants/tenant.ts";
import { a, type Case, type Made } from "./making.ts";

const account = "/api/dashboard/:account_id";

const aNewOne =
  (campaign: string) =>
  async (tenant: Tenant): Promise<Made> => ({
    ids: { [campaign]: await recordOf(tenant, "campaign") },
    body: { code: anOrderId(), affiliate_id: await recordOf(tenant, "affiliate") },
  });

/** To somebody else in the same campaign. */
async function aMove(tenant: Tenant): Promise<Made> {
  const id = await recordOf(tenant, "coupon");
  const campaign = await recordOf(tenant, "campaign");
  const { affiliateId } = await anAffiliate(tenant.app, tenant.merchant, campaign);
  return { ids: { id }, body: { affiliate_id: affiliateId } };
}

/** The routes of coupons. */
export const couponCases: Readonly<Record<string, Case>> = {
  "POST /v1/campaigns/:campaign_id/coupons": { make: aNewOne("campaign_id"), leaves: ["coupon.created"] },
  "PATCH /v1/coupons/:id": { make: aMove, leaves: ["coupon.moved"] },
  "DELETE /v1/coupons/:id": { make: a("coupon"), leaves: ["coupon.ended"] },
  [`POST ${account}/campaigns/:id/coupons`]: { make: aNewOne("id"), leaves: ["coupon.created"] },
  [`POST ${account}/campaigns/:id/coupons/paste`]: {
    make: async (tenant) => ({
      ids: { id: await recordOf(tenant, "campaign") },
      body: { text: `PASTED,${tenant.affiliateEmail}\nLOST,nobody@partner.example` },
    }),
    leaves: ["coupon.created"],
  },
  [`PATCH ${account}/coupons/:id`]: { make: aMove, leaves: ["coupon.moved"] },
  [`DELETE ${account}/coupons/:id`]: { make: a("coupon"), leaves: ["coupon.ended"] },
};
