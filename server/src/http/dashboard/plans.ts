import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import {
  AMOUNT_MAX,
  ITEM_QUANTITY_MAX,
  ORDER_ITEMS_MAX,
  PLAN_REACH_MAX,
  REPEAT_MONTHS_MAX,
  SKU_MAX,
} from "tributary-sdk/limits";
import { orderCoupons, orderCustomers, rebinds } from "tributary-sdk/words";
import { z } from "zod";
import { updateCampaign } from "../../usecases/campaigns/update-campaign.ts";
import { describeAffiliatePlan } from "../../usecases/plans/affiliate-plan.ts";
import { getCampaignPlan, listPlanVersions } from "../../usecases/plans/campaign-plan.ts";
import { removeAffiliatePlan, setAffiliatePlan } from "../../usecases/plans/overrides.ts";
import { previewPlan, type ExampleOrder } from "../../usecases/plans/preview-plan.ts";
import { amount, choice, optional, reference, text } from "../wire/fields.ts";
import { idFrom, ofAccount, ofOne } from "../wire/ids.ts";
import {
  affiliatePlanResponse,
  campaignPlanResponse,
  planPreview,
  planVersions,
  presentAffiliatePlan,
  presentCampaignPlan,
  presentPreview,
  presentVersions,
} from "../wire/plan-pages.ts";
import { campaignPlanBody, planBody } from "../wire/plan.ts";
import { merchantOf } from "./require-member.ts";
import { orderFields } from "../wire/order.ts";
import { sendInPieces } from "../response/lists-in-pieces.ts";

const setBody = z.object({ plan: campaignPlanBody, rebind: optional(choice("rebind", rebinds)) });

const EXAMPLES_MAX = 10;
const wholeNumber = (name: string, max: number) => {
  const about = { error: `${name} must be a whole number from 1 to ${max}.` };
  return z.int(about).min(1, about).max(max, about);
};
const aboutOrders = { error: `orders must be a list of 1 to ${EXAMPLES_MAX} orders.` };
const aboutItems = { error: `items must be a list of up to ${ORDER_ITEMS_MAX} items.` };
const exampleOrder = z.object(
  {
    amount: amount("amount", AMOUNT_MAX),
    customer: optional(choice("customer", orderCustomers)),
    month: optional(wholeNumber("month", 2 * REPEAT_MONTHS_MAX)),
    ordinal: optional(wholeNumber("ordinal", PLAN_REACH_MAX)),
    coupon: optional(choice("coupon", orderCoupons)),
    country: orderFields.country,
    items: optional(
      z
        .array(
          z.object(
            {
              sku: text("sku", { max: SKU_MAX }),
              category: optional(text("category", { max: SKU_MAX })),
              quantity: wholeNumber("quantity", ITEM_QUANTITY_MAX),
              amount: amount("amount", AMOUNT_MAX),
            },
            aboutItems,
          ),
          aboutItems,
        )
        .max(ORDER_ITEMS_MAX, aboutItems),
    ),
  },
  aboutOrders,
);
const previewBody = z.object({
  plan: campaignPlanBody,
  orders: z.array(exampleOrder, aboutOrders).min(1, aboutOrders).max(EXAMPLES_MAX, aboutOrders),
});

const orderFrom = (body: z.output<typeof exampleOrder>): ExampleOrder => ({
  amount: body.amount,
  customer: body.customer ?? "new",
  month: body.month,
  ordinal: body.ordinal ?? 1,
  coupon: body.coupon ?? "none",
  country: body.country ?? null,
  items: (body.items ?? []).map((item) => ({ ...item, category: item.category ?? null })),
});

const ofAffiliation = ofAccount.extend({ affiliation_id: reference("affiliation_id") });

export const planRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const path = "/campaigns/:id/plan";
  const response = { 200: campaignPlanResponse };
  const querystring = z.object({ group_id: optional(reference("group_id")) });
  app.get(path, { schema: { params: ofOne, querystring, response } }, async (request) => {
    const { group_id: group } = request.query;
    const id = idFrom("campaign", request.params.id);
    const groupId = group === undefined ? undefined : idFrom("group", group);
    return presentCampaignPlan(await getCampaignPlan(merchantOf(request), { id, groupId }));
  });

  app.put(path, { schema: { params: ofOne, body: setBody, response } }, async (request) => {
    const context = merchantOf(request);
    const id = idFrom("campaign", request.params.id);
    const { plan, rebind } = request.body;
    await updateCampaign(context, { id, plan, change: () => (rebind === undefined ? {} : { rebind }) });
    return presentCampaignPlan(await getCampaignPlan(context, { id }));
  });

  app.get(`${path}/versions`, { schema: { params: ofOne, response: { 200: planVersions } } }, async (request, reply) =>
    sendInPieces(
      reply,
      presentVersions(await listPlanVersions(merchantOf(request), idFrom("campaign", request.params.id))),
    ),
  );

  const preview = { schema: { params: ofOne, body: previewBody, response: { 200: planPreview } } };
  app.post(`${path}/preview`, preview, async (request) => {
    const campaignId = idFrom("campaign", request.params.id);
    const { plan, orders } = request.body;
    return presentPreview(await previewPlan(merchantOf(request), { campaignId, plan, orders: orders.map(orderFrom) }));
  });

  const ofAffiliate = "/affiliates/:affiliation_id/plan";
  const shown = { 200: affiliatePlanResponse };
  app.get(ofAffiliate, { schema: { params: ofAffiliation, response: shown } }, async (request) => {
    const id = idFrom("affiliation", request.params.affiliation_id);
    return presentAffiliatePlan(await describeAffiliatePlan(merchantOf(request), id));
  });

  const body = z.object({ plan: planBody });
  app.put(ofAffiliate, { schema: { params: ofAffiliation, body, response: shown } }, async (request) => {
    const context = merchantOf(request);
    const id = idFrom("affiliation", request.params.affiliation_id);
    await setAffiliatePlan(context, { which: { id }, plan: request.body.plan });
    return presentAffiliatePlan(await describeAffiliatePlan(context, id));
  });

  app.delete(ofAffiliate, { schema: { params: ofAffiliation, response: shown } }, async (request) => {
    const context = merchantOf(request);
    const id = idFrom("affiliation", request.params.affiliation_id);
    await removeAffiliatePlan(context, { id });
    return presentAffiliatePlan(await describeAffiliatePlan(context, id));
  });
  ready();
};
