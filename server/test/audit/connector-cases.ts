import { recordOf, type Tenant } from "../tenants/tenant.ts";
import { a, type Case, type Made } from "./making.ts";

const account = "/api/dashboard/:account_id";

const aReceipt = async (tenant: Tenant): Promise<Made> => {
  const ids = { id: await recordOf(tenant, "connector"), receipt_id: await recordOf(tenant, "receipt") };
  await tenant.app.receipts.run();
  return { ids };
};

/** The routes of connectors. */
export const connectorCases: Readonly<Record<string, Case>> = {
  [`POST ${account}/connectors`]: {
    make: async () => ({ body: { provider: "stripe" } }),
    leaves: ["connector.created"],
  },
  [`PATCH ${account}/connectors/:id`]: { make: a("connector", { name: "Shop" }), leaves: ["connector.updated"] },
  [`DELETE ${account}/connectors/:id`]: { make: a("connector"), leaves: ["connector.deleted"] },
  [`POST ${account}/connectors/:id/secret`]: {
    make: a("connector", { secret: "whsec_1" }),
    leaves: ["connector.secret_set"],
  },
  [`POST ${account}/connectors/:id/rotate`]: { make: a("connector"), leaves: ["connector.rotated"] },
  [`POST ${account}/connectors/:id/coupon-names`]: {
    make: a("connector", { text: "promo_1,SPRING" }),
    leaves: ["connector.coupons_named"],
  },
  [`POST ${account}/connectors/:id/receipts/:receipt_id/run`]: { make: aReceipt, leaves: ["receipt.run_again"] },
  [`POST ${account}/connectors/:id/receipts/run`]: {
    make: a("connector", { state: "failed" }),
    leaves: ["receipt.run_again"],
  },
};
