import { anOrderId } from "../support/world.ts";
import { key, member, type Row } from "./rows.ts";

const account = "/api/dashboard/:account_id";
const aPlan = () => ({ plan: { base: { type: "percentage", value: 20 } } });
const ofCampaign = { campaign_id: "campaign", affiliate_id: "affiliate" } as const;

/** The routes of plans, groups and overrides. */
export const planRows: Readonly<Record<string, Row>> = {
  "GET /v1/campaigns/:campaign_id/affiliates/:affiliate_id/plan": key(ofCampaign),
  "PUT /v1/campaigns/:campaign_id/affiliates/:affiliate_id/plan": key(ofCampaign, { body: aPlan }),
  "DELETE /v1/campaigns/:campaign_id/affiliates/:affiliate_id/plan": key(ofCampaign),
  "PUT /v1/campaigns/:campaign_id/affiliates/:affiliate_id/group": key({ ...ofCampaign, "body.group_id": "group" }),
  "GET /v1/campaigns/:campaign_id/groups": key({ campaign_id: "campaign" }),
  "POST /v1/campaigns/:campaign_id/groups": key(
    { campaign_id: "campaign" },
    { body: () => ({ name: anOrderId(), ...aPlan() }) },
  ),
  "PATCH /v1/campaigns/:campaign_id/groups/:group_id": key(
    { campaign_id: "campaign", group_id: "group" },
    { body: aPlan },
  ),
  "DELETE /v1/campaigns/:campaign_id/groups/:group_id": key({ campaign_id: "campaign", group_id: "group" }),
  [`GET ${account}/campaigns/:id/plan`]: member({ id: "campaign" }),
  [`PUT ${account}/campaigns/:id/plan`]: member({ id: "campaign" }, { body: aPlan }),
  [`GET ${account}/campaigns/:id/plan/versions`]: member({ id: "campaign" }),
  [`POST ${account}/campaigns/:id/plan/preview`]: member(
    { id: "campaign" },
    { body: () => ({ ...aPlan(), orders: [{ amount: 10 }] }) },
  ),
  [`GET ${account}/campaigns/:id/groups`]: member({ id: "campaign" }),
  [`POST ${account}/campaigns/:id/groups`]: member({ id: "campaign" }, { body: () => ({ name: anOrderId() }) }),
  [`PATCH ${account}/campaigns/:id/groups/:group_id`]: member({ id: "campaign", group_id: "group" }, { body: aPlan }),
  [`DELETE ${account}/campaigns/:id/groups/:group_id`]: member({ id: "campaign", group_id: "group" }),
  // plans/manage-groups.test.ts tries another tenant's affiliates.
  [`POST ${account}/campaigns/:id/groups/move`]: member(
    { id: "campaign", "body.group_id": "group" },
    { body: () => ({ affiliate_ids: ["aff_unknown"] }) },
  ),
  [`GET ${account}/affiliates/:affiliation_id/plan`]: member({ affiliation_id: "affiliation" }),
  [`PUT ${account}/affiliates/:affiliation_id/plan`]: member({ affiliation_id: "affiliation" }, { body: aPlan }),
  [`DELETE ${account}/affiliates/:affiliation_id/plan`]: member({ affiliation_id: "affiliation" }),
};
