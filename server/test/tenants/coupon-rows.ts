import { anOrderId } from "../support/world.ts";
import { affiliate, key, member, type Row } from "./rows.ts";

const account = "/api/dashboard/:account_id";
const aCode = () => ({ code: anOrderId() });

/** The routes of coupons. */
export const couponRows: Readonly<Record<string, Row>> = {
  "GET /v1/campaigns/:campaign_id/coupons": key({ campaign_id: "campaign" }),
  "POST /v1/campaigns/:campaign_id/coupons": key(
    { campaign_id: "campaign", "body.affiliate_id": "affiliate" },
    { body: aCode },
  ),
  "PATCH /v1/coupons/:id": key({ id: "coupon", "body.affiliate_id": "affiliate" }),
  "DELETE /v1/coupons/:id": key({ id: "coupon" }),
  [`GET ${account}/campaigns/:id/coupons`]: member({ id: "campaign" }),
  [`GET ${account}/campaigns/:id/coupons.csv`]: member({ id: "campaign" }),
  [`GET ${account}/affiliates/:id/coupons`]: member({ id: "affiliate" }),
  [`POST ${account}/campaigns/:id/coupons`]: member(
    { id: "campaign", "body.affiliate_id": "affiliate" },
    { body: aCode },
  ),
  // coupons/paste.test.ts tries another tenant's affiliates.
  [`POST ${account}/campaigns/:id/coupons/paste`]: member(
    { id: "campaign" },
    { body: () => ({ text: "A,b@c.example" }) },
  ),
  [`GET ${account}/coupons/:id`]: member({ id: "coupon" }),
  [`PATCH ${account}/coupons/:id`]: member({ id: "coupon", "body.affiliate_id": "affiliate" }),
  [`DELETE ${account}/coupons/:id`]: member({ id: "coupon" }),
  "GET /api/portal/campaigns/:id/coupons": affiliate({ id: "campaign" }),
};
