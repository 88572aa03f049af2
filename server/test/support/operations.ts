import { anOrderId, campaignBody } from "./world.ts";
import { conversionOf, type Shop, type ShopKind } from "./shop.ts";

/** An operation of the public API with a request that succeeds, built from a shop and one of its conversions. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly route: string;
  readonly path: (shop: Shop, conversionId: string) => string | Promise<string>;
  readonly body?: (shop: Shop, conversionId: string) => Body | Promise<Body>;
  /** The writes to conversions, whose errors have success: false. */
  readonly flagged?: true;
}

type Body = Record<string, unknown>;

const campaign = ({ campaignId }: Shop): string => `/v1/campaigns/${campaignId}`;
const trackBody = ({ campaignId, affiliate }: Shop) => ({
  campaign_id: campaignId,
  affiliate_code: affiliate.code,
  external_id: anOrderId(),
});

const refundBody = () => ({ external_id: anOrderId(), amount: 1 });

const orderOf = async (shop: Shop, conversionId: string): Promise<string> =>
  (await conversionOf(shop, conversionId))?.external_id ?? "unknown";

/** The ID of a new refund; of none if the conversion is unknown. */
async function refunded({ merchant }: Shop, conversionId: string): Promise<string> {
  const { body } = await merchant.call("POST", `/v1/conversions/${conversionId}/refunds`, { body: refundBody() });
  return body?.refund?.id ?? "rfd_01jz8q52r7m4t9y3a6w8z2p0ef";
}

const plan = { base: { type: "percentage", value: 20 } };
const affiliate = (shop: Shop): string => `${campaign(shop)}/affiliates/${shop.affiliate.affiliateId}`;

/** The path of a new group; of none if it cannot be created. */
async function aGroup(shop: Shop): Promise<string> {
  const path = `${campaign(shop)}/groups`;
  const { body } = await shop.merchant.call("POST", path, { body: { name: anOrderId() } });
  return `${path}/${body?.group?.id ?? "grp_01jz8q52r7m4t9y3a6w8z2p0ef"}`;
}

/** The path of a new coupon; of none if it cannot be created. */
async function aCoupon(shop: Shop): Promise<string> {
  const { body } = await shop.merchant.call("POST", `${campaign(shop)}/coupons`, { body: couponBody(shop) });
  return `/v1/coupons/${body?.coupon?.id ?? "cpn_01jz8q52r7m4t9y3a6w8z2p0ef"}`;
}
const couponBody = (shop: Shop) => ({ code: anOrderId(), affiliate_id: shop.affiliate.affiliateId });

/** Names would need a DNS server. Nothing is sent. */
export const PUBLIC_URL = "https://1.1.1.1/";

/** The path of another test account. Creates one if the shop has only its own. */
async function anotherTestAccount({ merchant }: Shop): Promise<string> {
  const { body } = await merchant.call("GET", "/v1/test/accounts");
  const other = body?.accounts?.find(({ id }: { id: string }) => id !== merchant.accountId);
  const created = other ? undefined : (await merchant.call("POST", "/v1/test/accounts")).body?.account;
  return `/v1/test/accounts/${(other ?? created)?.id ?? "acc_01jz8q2m4ke1q8v9x3s5w0j6zy"}`;
}

const testPath = (name: string) => ({ route: `/v1/test/${name}`, path: () => `/v1/test/${name}` });

/** Those of test mode, which only work in a shop with a test key. */
const testOperations: readonly Operation[] = [
  { method: "GET", ...testPath("clock") },
  { method: "GET", ...testPath("events") },
  { method: "POST", ...testPath("clock"), body: () => ({ advance: "P1D" }) },
  { method: "POST", ...testPath("affiliates"), body: ({ campaignId }) => ({ campaign_id: campaignId }) },
  { method: "POST", ...testPath("clicks"), body: (shop) => ({ affiliate_code: shop.affiliate.code }) },
  {
    method: "POST",
    route: "/v1/test/conversions/:id/approve",
    path: (_shop, id) => `/v1/test/conversions/${id}/approve`,
  },
  { method: "POST", ...testPath("payouts"), body: () => ({}) },
  {
    method: "PATCH",
    route: "/v1/test/campaigns/:id",
    path: ({ campaignId }) => `/v1/test/campaigns/${campaignId}`,
    body: () => ({ auto_approve: "when_matured" }),
  },
  { method: "POST", ...testPath("webhook-endpoints"), body: () => ({ url: PUBLIC_URL }) },
  {
    method: "POST",
    route: "/v1/test/receipts/:provider",
    path: () => "/v1/test/receipts/stripe",
    body: () => ({ wait: 0 }),
  },
  { method: "POST", ...testPath("accounts"), body: () => ({}) },
  { method: "GET", ...testPath("accounts") },
  { method: "DELETE", route: "/v1/test/accounts/:id", path: anotherTestAccount },
  { method: "POST", ...testPath("reset") },
];

/** Which kind of shop can use the operation. */
export const kindOf = ({ route }: Operation): ShopKind => (route.startsWith("/v1/test/") ? "test" : "live");

/** All of them, with destructive ones last. */
export const operations: readonly Operation[] = [
  { method: "GET", route: "/v1/campaigns", path: () => "/v1/campaigns" },
  { method: "GET", route: "/v1/campaigns/:id", path: campaign },
  { method: "POST", route: "/v1/campaigns", path: () => "/v1/campaigns", body: () => campaignBody },
  { method: "PATCH", route: "/v1/campaigns/:id", path: campaign, body: () => ({ name: "New name" }) },
  { method: "GET", route: "/v1/campaigns/:campaign_id/affiliates", path: (shop) => `${campaign(shop)}/affiliates` },
  {
    method: "POST",
    route: "/v1/campaigns/:campaign_id/affiliates",
    path: (shop) => `${campaign(shop)}/affiliates`,
    body: () => ({ email: "ada@partner.example" }),
  },
  { method: "GET", route: "/v1/campaigns/:campaign_id/conversions", path: (shop) => `${campaign(shop)}/conversions` },
  { method: "POST", route: "/v1/conversions", path: () => "/v1/conversions", body: trackBody, flagged: true },
  {
    method: "POST",
    route: "/v1/conversions/:id/reject",
    path: (_shop, id) => `/v1/conversions/${id}/reject`,
    body: () => ({ reason: "Refunded" }),
    flagged: true,
  },
  {
    method: "POST",
    route: "/v1/conversions/:id/unreject",
    path: (_shop, id) => `/v1/conversions/${id}/unreject`,
    flagged: true,
  },
  {
    method: "POST",
    route: "/v1/conversions/:id/refunds",
    path: (_shop, id) => `/v1/conversions/${id}/refunds`,
    body: refundBody,
    flagged: true,
  },
  {
    method: "POST",
    route: "/v1/refunds",
    path: () => "/v1/refunds",
    body: async (shop, id) => ({ conversion_external_id: await orderOf(shop, id), ...refundBody() }),
    flagged: true,
  },
  {
    method: "POST",
    route: "/v1/refunds/:id/cancel",
    path: async (shop, id) => `/v1/refunds/${await refunded(shop, id)}/cancel`,
    flagged: true,
  },
  {
    method: "POST",
    route: "/v1/conversions/:id/edits",
    path: (_shop, id) => `/v1/conversions/${id}/edits`,
    body: () => ({ external_id: anOrderId(), amount: 50 }),
    flagged: true,
  },
  {
    method: "GET",
    route: "/v1/conversions/:id/refunds",
    path: (_shop, id) => `/v1/conversions/${id}/refunds`,
  },
  {
    method: "POST",
    route: "/v1/campaigns/:id/commission-preview",
    path: (shop) => `${campaign(shop)}/commission-preview`,
    body: (shop) => ({ affiliate_code: shop.affiliate.code, amount: 10 }),
  },
  {
    method: "GET",
    route: "/v1/campaigns/:campaign_id/affiliates/:affiliate_id/plan",
    path: (shop) => `${affiliate(shop)}/plan`,
  },
  {
    method: "PUT",
    route: "/v1/campaigns/:campaign_id/affiliates/:affiliate_id/plan",
    path: (shop) => `${affiliate(shop)}/plan`,
    body: () => ({ plan }),
  },
  {
    method: "DELETE",
    route: "/v1/campaigns/:campaign_id/affiliates/:affiliate_id/plan",
    path: (shop) => `${affiliate(shop)}/plan`,
  },
  {
    method: "PUT",
    route: "/v1/campaigns/:campaign_id/affiliates/:affiliate_id/group",
    path: (shop) => `${affiliate(shop)}/group`,
    body: () => ({ group_id: null }),
  },
  { method: "GET", route: "/v1/campaigns/:campaign_id/groups", path: (shop) => `${campaign(shop)}/groups` },
  {
    method: "POST",
    route: "/v1/campaigns/:campaign_id/groups",
    path: (shop) => `${campaign(shop)}/groups`,
    body: () => ({ name: anOrderId(), plan }),
  },
  {
    method: "PATCH",
    route: "/v1/campaigns/:campaign_id/groups/:group_id",
    path: aGroup,
    body: () => ({ name: anOrderId() }),
  },
  { method: "DELETE", route: "/v1/campaigns/:campaign_id/groups/:group_id", path: aGroup },
  { method: "GET", route: "/v1/campaigns/:campaign_id/coupons", path: (shop) => `${campaign(shop)}/coupons` },
  {
    method: "POST",
    route: "/v1/campaigns/:campaign_id/coupons",
    path: (shop) => `${campaign(shop)}/coupons`,
    body: couponBody,
  },
  {
    method: "PATCH",
    route: "/v1/coupons/:id",
    path: aCoupon,
    body: (shop) => ({ affiliate_id: shop.affiliate.affiliateId }),
  },
  { method: "DELETE", route: "/v1/coupons/:id", path: aCoupon },
  ...testOperations,
  {
    method: "DELETE",
    route: "/v1/campaigns/:campaign_id/affiliates/:affiliate_id",
    path: (shop) => `${campaign(shop)}/affiliates/${shop.affiliate.affiliateId}`,
  },
  { method: "DELETE", route: "/v1/campaigns/:id", path: campaign },
];

export const nameOf = ({ method, route }: Operation): string => `${method} ${route}`;

/** The fields that an error of this operation has in addition to the common ones. */
export const flagOf = ({ flagged }: Operation): Record<string, unknown> => (flagged ? { success: false } : {});
