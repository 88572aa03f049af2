import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { couponStates } from "tributary-sdk/words";
import { z } from "zod";
import { parseId } from "../../domain/ids.ts";
import { listCoupons } from "../../usecases/coupons/browse-coupons.ts";
import { createCoupon, endCoupon, moveCoupon } from "../../usecases/coupons/change-coupons.ts";
import { coupon, couponMove, couponPage, newCoupon, presentCoupon } from "../wire/coupon.ts";
import { choice, optional, optionalReference, pageFields } from "../wire/fields.ts";
import { campaignId, couponId, filterId, idFrom } from "../wire/ids.ts";
import { success } from "../wire/success.ts";
import { merchantOf } from "./authenticate.ts";
import { failures, json } from "./responses.ts";

const tags = ["Coupons"];
const ofCampaign = z.object({ campaign_id: campaignId });
const ofCoupon = z.object({ id: couponId });
const path = "/campaigns/:campaign_id/coupons";
const changed = z.object({ success, coupon });

export const couponQuery = z.object({
  state: optional(choice("state", couponStates)).describe("Only coupons in this state.").meta({ example: "active" }),
  affiliate_id: optionalReference("affiliate_id")
    .describe("Only coupons that this affiliate has, or had when they ended.")
    .meta({ example: "aff_01jz8q4c0hd3s8x2z5v7y1n9cd" }),
  ...pageFields,
});

export const couponRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  app.get(
    path,
    {
      schema: {
        operationId: "listCoupons",
        summary: "List a campaign's coupons",
        description: "Returns the campaign's coupons, newest first, including those that ended.",
        tags,
        params: ofCampaign,
        querystring: couponQuery,
        response: { 200: json("A page of coupons.", couponPage), ...failures(400, 404) },
      },
    },
    async (request) => {
      const { state, affiliate_id: affiliate, limit, offset } = request.query;
      const { coupons, total } = await listCoupons(merchantOf(request), {
        campaignId: idFrom("campaign", request.params.campaign_id),
        state,
        affiliateId: filterId("affiliate", affiliate),
        limit,
        offset,
      });
      return {
        coupons: coupons.map(({ coupon: one, holder }) => presentCoupon(one, holder)),
        pagination: { limit, offset, total },
      };
    },
  );

  app.post(
    path,
    {
      schema: {
        operationId: "createCoupon",
        summary: "Create a coupon",
        description:
          "Gives a code to an affiliate. Orders that send it are theirs, even without a click. Create the discount itself in your shop.",
        tags,
        params: ofCampaign,
        body: newCoupon,
        response: { 200: json("The new coupon.", changed), ...failures(400, 403, 404, 413, 415) },
      },
    },
    async (request) => {
      const { code, affiliate_id: affiliate, starts_at: startsAt } = request.body;
      const made = await createCoupon(merchantOf(request), {
        campaignId: idFrom("campaign", request.params.campaign_id),
        code,
        affiliateId: parseId("affiliate", affiliate) ?? null,
        startsAt,
      });
      return { success: true as const, coupon: presentCoupon(made.coupon, made.holding) };
    },
  );

  app.patch(
    "/coupons/:id",
    {
      schema: {
        operationId: "moveCoupon",
        summary: "Move a coupon to another affiliate",
        description: "Orders paid from now on are the new holder's. Earlier ones stay, even if you send them later.",
        tags,
        params: ofCoupon,
        body: couponMove,
        response: { 200: json("The coupon.", changed), ...failures(400, 404, 413, 415) },
      },
    },
    async (request) => {
      const affiliateId = parseId("affiliate", request.body.affiliate_id) ?? null;
      const moved = await moveCoupon(merchantOf(request), { id: idFrom("coupon", request.params.id), affiliateId });
      return { success: true as const, coupon: presentCoupon(moved.coupon, moved.holding) };
    },
  );

  app.delete(
    "/coupons/:id",
    {
      schema: {
        operationId: "endCoupon",
        summary: "End a coupon",
        description: "Orders paid from now on no longer count for it, and its code is free again. Its history stays.",
        tags,
        params: ofCoupon,
        response: { 200: json("The ended coupon.", changed), ...failures(400, 404, 413, 415) },
      },
    },
    async (request) => {
      const ended = await endCoupon(merchantOf(request), idFrom("coupon", request.params.id));
      return { success: true as const, coupon: presentCoupon(ended.coupon, ended.holding) };
    },
  );
  ready();
};
