import { GROUPS_MAX } from "tributary-sdk/limits";
import type { TestApp, TestResponse } from "../support/app.ts";
import { aClick } from "../support/clicks.ts";
import { aShop, track, type Shop } from "../support/shop.ts";
import { aCampaign, campaignBody } from "../support/world.ts";

type Provoke = (shop: Shop) => Promise<TestResponse>;

const UNKNOWN = "unknown";
const wrong = {
  base: { type: "percentage", value: 10 },
  orders: [{ id: "o1", when: { customer: "old" }, pay: { type: "none" } }],
};
const fixed = { base: { type: "fixed", value: 5 }, limits: { order_max: 10 } };

const generous = {
  base: { type: "percentage", value: 10 },
  lines: [{ id: "l1", when: { sku: ["PRO"] }, pay: { type: "fixed", value: 1_000_000 } }],
};

const send = (shop: Shop, [method, path]: readonly [string, string], body?: unknown): Promise<TestResponse> =>
  shop.merchant.call(method, `/v1/campaigns/${path}`, body === undefined ? {} : { body });
const affiliate = ({ campaignId, affiliate: { affiliateId } }: Shop, part: string): string =>
  `${campaignId}/affiliates/${affiliateId}/${part}`;
const preview = (shop: Shop, order: object): Promise<TestResponse> => {
  const body = { affiliate_code: shop.affiliate.code, amount: 100, ...order };
  return send(shop, ["POST", `${shop.campaignId}/commission-preview`], body);
};
const aGroup = async (shop: Shop, name: string): Promise<string> =>
  (await send(shop, ["POST", `${shop.campaignId}/groups`], { name })).body.group.id as string;

const ofAffiliates: readonly (readonly [string, string, string, object?])[] = [
  ["getAffiliatePlan", "GET", "plan"],
  ["setAffiliatePlan", "PUT", "plan", { plan: fixed }],
  ["removeAffiliatePlan", "DELETE", "plan"],
  ["moveAffiliate", "PUT", "group", { group_id: null }],
];

/** A request that causes each error of the operations on plans and groups. */
export function planRefusals(app: () => TestApp): Record<string, Provoke> {
  const provoked: Record<string, Provoke> = {
    "createCampaign invalid_plan": (shop) =>
      shop.merchant.call("POST", "/v1/campaigns", { body: { ...campaignBody, plan: wrong } }),
    "updateCampaign invalid_plan": (shop) => send(shop, ["PATCH", shop.campaignId], { plan: wrong }),
    "setAffiliatePlan invalid_plan": (shop) => send(shop, ["PUT", affiliate(shop, "plan")], { plan: wrong }),
    "setAffiliatePlan invalid_request": (shop) => send(shop, ["PUT", affiliate(shop, "plan")], {}),
    "moveAffiliate invalid_request": (shop) => send(shop, ["PUT", affiliate(shop, "group")], {}),
    "moveAffiliate group_not_found": (shop) => send(shop, ["PUT", affiliate(shop, "group")], { group_id: UNKNOWN }),
    "listGroups campaign_not_found": (shop) => send(shop, ["GET", `${UNKNOWN}/groups`]),
    "createGroup campaign_not_found": (shop) => send(shop, ["POST", `${UNKNOWN}/groups`], { name: "VIP" }),
    "createGroup invalid_request": (shop) => send(shop, ["POST", `${shop.campaignId}/groups`], {}),
    "createGroup invalid_plan": (shop) =>
      send(shop, ["POST", `${shop.campaignId}/groups`], { name: "VIP", plan: wrong }),
    "createGroup group_name_taken": async (shop) => {
      await aGroup(shop, "VIP");
      return send(shop, ["POST", `${shop.campaignId}/groups`], { name: "VIP" });
    },
    "createGroup too_many_groups": async (shop) => {
      for (let number = 0; number < GROUPS_MAX; number += 1) {
        if (number % 50 === 0) shop.app.clock.forward({ seconds: 61 });
        await aGroup(shop, `Group ${number}`);
      }
      return send(shop, ["POST", `${shop.campaignId}/groups`], { name: "One more" });
    },
    "updateGroup campaign_not_found": async (shop) =>
      send(shop, ["PATCH", `${UNKNOWN}/groups/${await aGroup(shop, "VIP")}`], { name: "Partners" }),
    "updateGroup group_not_found": (shop) =>
      send(shop, ["PATCH", `${shop.campaignId}/groups/${UNKNOWN}`], { name: "VIP" }),
    "updateGroup invalid_request": async (shop) =>
      send(shop, ["PATCH", `${shop.campaignId}/groups/${await aGroup(shop, "VIP")}`], { name: "" }),
    "updateGroup invalid_plan": async (shop) =>
      send(shop, ["PATCH", `${shop.campaignId}/groups/${await aGroup(shop, "VIP")}`], { plan: wrong }),
    "updateGroup group_name_taken": async (shop) => {
      await aGroup(shop, "VIP");
      return send(shop, ["PATCH", `${shop.campaignId}/groups/${await aGroup(shop, "Others")}`], { name: "VIP" });
    },
    "deleteGroup campaign_not_found": async (shop) =>
      send(shop, ["DELETE", `${UNKNOWN}/groups/${await aGroup(shop, "VIP")}`]),
    "deleteGroup group_not_found": (shop) => send(shop, ["DELETE", `${shop.campaignId}/groups/${UNKNOWN}`]),
    "trackConversion customer_not_found": (shop) => track(shop, { affiliate_code: undefined, customer_id: "nobody" }),
    "trackConversion items_exceed_amount": (shop) => track(shop, { amount: 1, items: [item] }),
    "trackConversion commission_too_large": async (shop) => {
      await send(shop, ["PATCH", shop.campaignId], { plan: generous });
      return track(shop, { amount: 5, items: [{ ...item, quantity: 2_000 }] });
    },
    "previewCommission invalid_request": (shop) => preview(shop, { affiliate_code: null }),
    "previewCommission campaign_not_found": (shop) => preview({ ...shop, campaignId: UNKNOWN }, {}),
    "previewCommission click_not_found": (shop) => preview(shop, { affiliate_code: null, click_id: UNKNOWN }),
    "previewCommission click_of_other_campaign": async (shop) => {
      const click = await aClick(shop);
      const other = { ...shop, campaignId: await aCampaign(shop.merchant) };
      return preview(other, { affiliate_code: null, click_id: click });
    },
    "previewCommission outside_attribution_window": async (shop) => {
      const click = await aClick(shop);
      shop.app.clock.forward({ days: 31 });
      return preview(shop, { affiliate_code: null, click_id: click });
    },
    "previewCommission affiliate_code_not_found": (shop) => preview(shop, { affiliate_code: UNKNOWN }),
    "previewCommission customer_not_found": (shop) => preview(shop, { affiliate_code: null, customer_id: "nobody" }),
    "previewCommission items_exceed_amount": (shop) => preview(shop, { amount: 1, items: [item] }),
    "previewCommission commission_too_large": async (shop) => {
      await send(shop, ["PATCH", shop.campaignId], { plan: generous });
      return preview(shop, { amount: 5, items: [{ ...item, quantity: 2_000 }] });
    },
    "previewCommission affiliate_not_active": async (shop) => {
      await send(shop, ["DELETE", `${shop.campaignId}/affiliates/${shop.affiliate.affiliateId}`]);
      return preview(shop, {});
    },
    "previewCommission campaign_archived": async (shop) => {
      await send(shop, ["DELETE", shop.campaignId]);
      return preview(shop, {});
    },
    "previewCommission campaign_not_active": async (shop) => {
      await send(shop, ["PATCH", shop.campaignId], { status: "paused" });
      return preview(shop, {});
    },
    "previewCommission currency_mismatch": async () => {
      const shop = await aShop(app(), { commission_type: "fixed", commission_value: 5, plan: fixed });
      return preview(shop, { currency: "USD" });
    },
  };
  for (const [operation, method, part, body] of ofAffiliates) {
    provoked[`${operation} campaign_not_found`] = (shop) =>
      send(shop, [method, affiliate({ ...shop, campaignId: UNKNOWN }, part)], body);
    provoked[`${operation} affiliate_not_found`] = async (shop) => {
      await send(shop, ["DELETE", `${shop.campaignId}/affiliates/${shop.affiliate.affiliateId}`]);
      return send(shop, [method, affiliate(shop, part)], body);
    };
  }
  return provoked;
}

const item = { sku: "PRO", quantity: 1, amount: 2 };
