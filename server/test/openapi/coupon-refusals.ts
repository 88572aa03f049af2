import type { TestResponse } from "../support/app.ts";
import { track, type Shop } from "../support/shop.ts";
import { aCampaign } from "../support/world.ts";
import { aCoupon, create, end } from "../coupons/coupons.ts";

type Provoke = (shop: Shop) => Promise<TestResponse>;

const UNKNOWN = "unknown";
const alone = { affiliate_code: undefined, coupon_code: "ANNA10" };

const preview = (shop: Shop): Promise<TestResponse> =>
  shop.merchant.call("POST", `/v1/campaigns/${shop.campaignId}/commission-preview`, {
    body: { ...alone, amount: 100 },
  });
const orders: readonly (readonly [string, Provoke])[] = [
  ["trackConversion", (shop) => track(shop, alone)],
  ["previewCommission", preview],
];

const toSelf = ({ merchant, affiliate: { affiliateId } }: Shop, id: string, body?: object): Promise<TestResponse> =>
  merchant.call("PATCH", `/v1/coupons/${id}`, { body: body ?? { affiliate_id: affiliateId } });

/** A request that causes each error of the operations on coupons, and of orders with coupons. */
export function couponRefusals(): Record<string, Provoke> {
  const provoked: Record<string, Provoke> = {
    "listCoupons invalid_request": (shop) =>
      shop.merchant.call("GET", `/v1/campaigns/${shop.campaignId}/coupons?state=unknown`),
    "listCoupons campaign_not_found": (shop) => shop.merchant.call("GET", `/v1/campaigns/${UNKNOWN}/coupons`),
    "createCoupon invalid_request": (shop) =>
      shop.merchant.call("POST", `/v1/campaigns/${shop.campaignId}/coupons`, { body: {} }),
    "createCoupon campaign_not_found": (shop) => create({ ...shop, campaignId: UNKNOWN }, "ANNA10"),
    "createCoupon campaign_archived": async (shop) => {
      await shop.merchant.call("DELETE", `/v1/campaigns/${shop.campaignId}`);
      return create(shop, "ANNA10");
    },
    "createCoupon affiliate_not_found": (shop) => create(shop, "ANNA10", { affiliate_id: UNKNOWN }),
    "createCoupon coupon_taken": async (shop) => {
      await aCoupon(shop, "ANNA10");
      return create(shop, "anna10");
    },
    "moveCoupon invalid_request": async (shop) => toSelf(shop, await aCoupon(shop, "ANNA10"), {}),
    "moveCoupon coupon_not_found": (shop) => toSelf(shop, UNKNOWN),
    "moveCoupon affiliate_not_found": async (shop) =>
      toSelf(shop, await aCoupon(shop, "ANNA10"), { affiliate_id: UNKNOWN }),
    "moveCoupon coupon_already_ended": async (shop) => {
      const id = await aCoupon(shop, "ANNA10");
      await end(shop, id);
      return toSelf(shop, id);
    },
    "endCoupon coupon_not_found": (shop) => end(shop, UNKNOWN),
    "endCoupon coupon_already_ended": async (shop) => {
      const id = await aCoupon(shop, "ANNA10");
      await end(shop, id);
      return end(shop, id);
    },
  };
  for (const [operation, send] of orders) {
    provoked[`${operation} coupon_not_found`] = send;
    provoked[`${operation} coupon_ended`] = async (shop) => {
      await end(shop, await aCoupon(shop, "ANNA10"));
      return send(shop);
    };
    provoked[`${operation} coupon_of_other_campaign`] = async (shop) => {
      await aCoupon(shop, "ANNA10");
      return send({ ...shop, campaignId: await aCampaign(shop.merchant) });
    };
    provoked[`${operation} coupon_needs_click`] = async (shop) => {
      await aCoupon(shop, "ANNA10");
      const body = { coupon_needs_click: "refuse" };
      await shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body });
      return send(shop);
    };
  }
  return provoked;
}
