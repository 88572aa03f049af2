import { recordOf, type Tenant } from "../tenants/tenant.ts";
import { a, done, send, type Case, type Made } from "./making.ts";

const account = "/api/dashboard/:account_id";
const plan = { base: { type: "percentage", value: 20 } };

async function ofCampaign(tenant: Tenant): Promise<{ campaign_id: string; affiliate_id: string }> {
  return { campaign_id: await recordOf(tenant, "campaign"), affiliate_id: await recordOf(tenant, "affiliate") };
}
const ofGroup =
  (campaign: string, body?: unknown) =>
  async (tenant: Tenant): Promise<Made> => ({
    ids: { [campaign]: await recordOf(tenant, "campaign"), group_id: await recordOf(tenant, "group") },
    body,
  });
/** The affiliate has a plan of their own. */
async function withOwnPlan(tenant: Tenant): Promise<Tenant> {
  const affiliation = await recordOf(tenant, "affiliation");
  await done(send(tenant, ["PUT", `affiliates/${affiliation}/plan`], { plan }));
  return tenant;
}

/** The routes of plans, groups and overrides. */
export const planCases: Readonly<Record<string, Case>> = {
  "PUT /v1/campaigns/:campaign_id/affiliates/:affiliate_id/plan": {
    make: async (tenant) => ({ ids: await ofCampaign(tenant), body: { plan } }),
    leaves: ["affiliation.plan_set"],
  },
  "DELETE /v1/campaigns/:campaign_id/affiliates/:affiliate_id/plan": {
    make: async (tenant) => ({ ids: await ofCampaign(await withOwnPlan(tenant)) }),
    leaves: ["affiliation.plan_removed"],
  },
  "PUT /v1/campaigns/:campaign_id/affiliates/:affiliate_id/group": {
    make: async (tenant) => ({
      ids: await ofCampaign(tenant),
      body: { group_id: await recordOf(tenant, "group") },
    }),
    leaves: ["affiliation.moved_to_group"],
  },
  "POST /v1/campaigns/:campaign_id/groups": {
    make: a("campaign", { name: "VIP", plan }, "campaign_id"),
    leaves: ["group.created"],
  },
  "PATCH /v1/campaigns/:campaign_id/groups/:group_id": {
    make: ofGroup("campaign_id", { name: "Partners", plan }),
    leaves: ["group.renamed", "group.plan_changed"],
  },
  "DELETE /v1/campaigns/:campaign_id/groups/:group_id": { make: ofGroup("campaign_id"), leaves: ["group.deleted"] },
  // The plan's base becomes the campaign's commission.
  [`PUT ${account}/campaigns/:id/plan`]: {
    make: a("campaign", { plan }),
    leaves: ["campaign.updated", "campaign.plan_changed"],
  },
  [`POST ${account}/campaigns/:id/plan/preview`]: {
    make: a("campaign", { plan, orders: [{ amount: 10 }] }),
    leaves: [],
  },
  [`POST ${account}/campaigns/:id/groups`]: { make: a("campaign", { name: "VIP" }), leaves: ["group.created"] },
  [`PATCH ${account}/campaigns/:id/groups/:group_id`]: {
    make: ofGroup("id", { plan }),
    leaves: ["group.plan_changed"],
  },
  [`DELETE ${account}/campaigns/:id/groups/:group_id`]: { make: ofGroup("id"), leaves: ["group.deleted"] },
  [`POST ${account}/campaigns/:id/groups/move`]: {
    make: async (tenant) => ({
      ids: { id: await recordOf(tenant, "campaign") },
      body: {
        group_id: await recordOf(tenant, "group"),
        affiliate_ids: [await recordOf(tenant, "affiliate"), "aff_unknown"],
      },
    }),
    leaves: ["affiliation.moved_to_group"],
  },
  [`PUT ${account}/affiliates/:affiliation_id/plan`]: {
    make: a("affiliation", { plan }, "affiliation_id"),
    leaves: ["affiliation.plan_set"],
  },
  [`DELETE ${account}/affiliates/:affiliation_id/plan`]: {
    make: async (tenant) => a("affiliation", undefined, "affiliation_id")(await withOwnPlan(tenant)),
    leaves: ["affiliation.plan_removed"],
  },
};
