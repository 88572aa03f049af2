import { CONNECTORS_MAX, ENDPOINTS_MAX } from "tributary-sdk/limits";
import { createConnector } from "../../src/usecases/connectors/create-connector.ts";
import type { TestResponse } from "../support/app.ts";
import { PUBLIC_URL } from "../support/operations.ts";
import { tracked, type Shop } from "../support/shop.ts";

type Provoke = (shop: Shop) => Promise<TestResponse>;

const UNKNOWN = "unknown";
const paths = {
  getTestClock: ["GET", "clock"],
  listTestEvents: ["GET", "events"],
  advanceTestClock: ["POST", "clock"],
  createTestAffiliate: ["POST", "affiliates"],
  createTestClick: ["POST", "clicks"],
  approveTestConversion: ["POST", `conversions/${UNKNOWN}/approve`],
  createTestPayouts: ["POST", "payouts"],
  updateTestCampaign: ["PATCH", `campaigns/${UNKNOWN}`],
  createTestWebhookEndpoint: ["POST", "webhook-endpoints"],
  sendTestReceipt: ["POST", "receipts/stripe"],
  createTestAccount: ["POST", "accounts"],
  listTestAccounts: ["GET", "accounts"],
  deleteTestAccount: ["DELETE", `accounts/${UNKNOWN}`],
  resetTestAccount: ["POST", "reset"],
} as const;

const post = ({ merchant }: Shop, path: string, body?: object): Promise<TestResponse> =>
  merchant.call("POST", `/v1/test/${path}`, body ? { body } : {});
const sets = ({ merchant }: Shop, id: string, body: object): Promise<TestResponse> =>
  merchant.call("PATCH", `/v1/test/campaigns/${id}`, { body });
const deletes = ({ merchant }: Shop, id: string): Promise<TestResponse> =>
  merchant.call("DELETE", `/v1/test/accounts/${id}`);
const hooks = (shop: Shop, url = PUBLIC_URL): Promise<TestResponse> => post(shop, "webhook-endpoints", { url });
const joins = (shop: Shop, more: object = {}): Promise<TestResponse> =>
  post(shop, "affiliates", { campaign_id: shop.campaignId, ...more });
const clicks = (shop: Shop, code = shop.affiliate.code): Promise<TestResponse> =>
  post(shop, "clicks", { affiliate_code: code });

/** Each is given a shop in a test account: a request that causes each error of test mode. */
export const inTest: Readonly<Record<string, Provoke>> = {
  "advanceTestClock invalid_request": (shop) => post(shop, "clock", { advance: "7 days" }),
  "advanceTestClock clock_only_forward": (shop) => post(shop, "clock", { to: "2020-01-01T00:00:00Z" }),
  "advanceTestClock clock_too_far": (shop) => post(shop, "clock", { advance: "P3Y" }),
  "listTestEvents invalid_request": ({ merchant }) => merchant.call("GET", "/v1/test/events?after=unknown"),
  "createTestAffiliate invalid_request": (shop) => post(shop, "affiliates", {}),
  "createTestAffiliate campaign_not_found": (shop) => joins(shop, { campaign_id: UNKNOWN }),
  "createTestAffiliate campaign_archived": async (shop) => {
    await shop.merchant.call("DELETE", `/v1/campaigns/${shop.campaignId}`);
    return joins(shop);
  },
  "createTestAffiliate already_in_campaign": (shop) => joins(shop, { email: shop.affiliate.email }),
  "createTestClick invalid_request": (shop) => post(shop, "clicks", {}),
  "createTestClick affiliate_code_not_found": (shop) => clicks(shop, UNKNOWN),
  "createTestClick affiliate_not_active": async (shop) => {
    const { affiliateId } = shop.affiliate;
    await shop.merchant.call("DELETE", `/v1/campaigns/${shop.campaignId}/affiliates/${affiliateId}`);
    return clicks(shop);
  },
  "createTestClick campaign_not_active": async (shop) => {
    await shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body: { status: "paused" } });
    return clicks(shop);
  },
  "approveTestConversion conversion_not_found": (shop) => post(shop, `conversions/${UNKNOWN}/approve`),
  "approveTestConversion conversion_not_pending": async (shop) => {
    const path = `conversions/${await tracked(shop)}/approve`;
    await post(shop, path);
    return post(shop, path);
  },
  "createTestPayouts invalid_request": (shop) => post(shop, "payouts", { currency: "Euro" }),
  "createTestPayouts affiliate_not_found": (shop) => post(shop, "payouts", { affiliate_id: UNKNOWN }),
  "createTestPayouts nothing_to_pay": (shop) => post(shop, "payouts", {}),
  "createTestPayouts no_payout_details": async (shop) => {
    await post(shop, `conversions/${await tracked(shop)}/approve`);
    await post(shop, "clock", { advance: "P31D" });
    return post(shop, "payouts", { affiliate_id: shop.affiliate.affiliateId });
  },
  "updateTestCampaign invalid_request": (shop) => sets(shop, shop.campaignId, { auto_approve: true }),
  "updateTestCampaign campaign_not_found": (shop) => sets(shop, UNKNOWN, { auto_approve: "never" }),
  "createTestWebhookEndpoint invalid_request": (shop) => hooks(shop, "http://hooks.shop.example/"),
  "createTestWebhookEndpoint destination_refused": (shop) => hooks(shop, "https://10.0.0.1/"),
  "createTestWebhookEndpoint too_many_endpoints": async (shop) => {
    for (let made = 0; made < ENDPOINTS_MAX; made += 1) await hooks(shop);
    return hooks(shop);
  },
  "sendTestReceipt invalid_request": (shop) => post(shop, "receipts/stripe", { event: "refund" }),
  "sendTestReceipt too_many_connectors": async (shop) => {
    for (let made = 0; made < CONNECTORS_MAX; made += 1)
      await createConnector(shop.merchant.context, { provider: "generic" });
    return post(shop, "receipts/stripe");
  },
  "createTestAccount invalid_request": (shop) => post(shop, "accounts", { name: "" }),
  "createTestAccount too_many_test_accounts": async (shop) => {
    for (let made = 1; made < 20; made += 1) await post(shop, "accounts");
    return post(shop, "accounts");
  },
  "createTestAccount test_account_name_taken": async (shop) => {
    await post(shop, "accounts", { name: "ci" });
    return post(shop, "accounts", { name: "ci" });
  },
  "deleteTestAccount test_account_not_found": (shop) => deletes(shop, UNKNOWN),
  "deleteTestAccount own_test_account": (shop) => deletes(shop, shop.merchant.accountId),
};

/** Each is given a live shop, to which none of the paths exists. */
export const toLive: Readonly<Record<string, Provoke>> = Object.fromEntries(
  Object.entries(paths).map(([operation, [method, path]]): [string, Provoke] => [
    `${operation} path_not_found`,
    ({ merchant }) => merchant.call(method, `/v1/test/${path}`, method === "GET" ? {} : { body: {} }),
  ]),
);
