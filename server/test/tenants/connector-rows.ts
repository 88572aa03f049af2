import { member, type Row } from "./rows.ts";

const account = "/api/dashboard/:account_id";
const one = { id: "connector" } as const;

/** The routes of connectors. */
export const connectorRows: Readonly<Record<string, Row>> = {
  [`GET ${account}/connectors`]: member(),
  [`GET ${account}/connectors.csv`]: member(),
  [`GET ${account}/connectors/:id`]: member(one),
  [`GET ${account}/connectors/:id/pulse`]: member(one),
  [`POST ${account}/connectors`]: member({ "body.campaign_id": "campaign" }, { body: () => ({ provider: "generic" }) }),
  [`PATCH ${account}/connectors/:id`]: member(
    { ...one, "body.campaign_id": "campaign" },
    { body: () => ({ name: "Another name" }) },
  ),
  [`DELETE ${account}/connectors/:id`]: member(one),
  [`POST ${account}/connectors/:id/secret`]: member(one, { body: () => ({ secret: "whsec_1" }) }),
  [`POST ${account}/connectors/:id/rotate`]: member(one),
  [`POST ${account}/connectors/:id/coupon-names`]: member(one, { body: () => ({ text: "promo_1,SPRING" }) }),
  [`GET ${account}/connectors/:id/receipts`]: member(one),
  [`GET ${account}/connectors/:id/receipts.csv`]: member(one),
  [`POST ${account}/connectors/:id/receipts/:receipt_id/run`]: member({ ...one, receipt_id: "receipt" }),
  [`POST ${account}/connectors/:id/receipts/run`]: member(one, { body: () => ({ state: "failed" }) }),
  [`GET ${account}/unattributed-orders`]: member(),
  [`GET ${account}/unattributed-orders.csv`]: member(),
};
