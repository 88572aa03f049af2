import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { couponSorts, couponStates } from "tributary-sdk/words";
import { z } from "zod";
import { parseId, type CouponId } from "../../domain/ids.ts";
import type { MerchantContext } from "../../usecases/context.ts";
import {
  browseCoupons,
  browseCouponsOf,
  describeCoupon,
  requireCampaign,
} from "../../usecases/coupons/browse-coupons.ts";
import { createCoupon, endCoupon, moveCoupon } from "../../usecases/coupons/change-coupons.ts";
import { pasteCoupons } from "../../usecases/coupons/paste-coupons.ts";
import {
  couponMove,
  couponResponse,
  couponRow,
  newCoupon,
  pasteResponse,
  presentCouponResponse,
  presentCouponRow,
  presentPaste,
} from "../wire/coupon.ts";
import { choice, optional, reference, text } from "../wire/fields.ts";
import { filterId, idFrom, ofOne } from "../wire/ids.ts";
import { listPagination, paginationOf } from "../wire/pagination.ts";
import { given, pageQuery, searchText, sortQuery } from "../wire/query.ts";
import { listRoutes } from "./list-and-csv-routes.ts";
import { merchantOf } from "./require-member.ts";

const PASTE_MAX = 60_000;
// Each line is checked on its own.
const pasteBody = z.object({ text: text("text", { max: PASTE_MAX, content: "any" }), preview: optional(z.boolean()) });
const response = { 200: couponResponse };
const listResponse = { 200: z.object({ coupons: z.array(couponRow), pagination: listPagination }) };

export const couponRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  listRoutes(app, {
    path: "campaigns/:id/coupons",
    key: "coupons",
    query: {
      state: given(choice("state", couponStates)),
      affiliate_id: given(reference("affiliate_id")),
      search: given(searchText),
      sort: sortQuery(couponSorts),
    },
    filterOf: async ({ state, affiliate_id: affiliate, search, sort }, request) => {
      const campaignId = idFrom("campaign", (request.params as { id: string }).id);
      await requireCampaign(merchantOf(request), campaignId);
      return { campaignId, state, affiliateId: filterId("affiliate", affiliate), search, sort };
    },
    listing: browseCoupons,
    wire: couponRow,
    present: presentCouponRow,
    columns: [
      "id",
      "code",
      "state",
      ["affiliate_id", (row) => row.holder.affiliate_id],
      ["affiliate_name", (row) => row.holder.name],
      "starts_at",
      "ends_at",
      ["orders_with_click", (row) => row.orders.with_click],
      ["orders_without_click", (row) => row.orders.without_click],
    ],
  });

  const ofAffiliate = { params: ofOne, querystring: z.object(pageQuery), response: listResponse };
  app.get("/affiliates/:id/coupons", { schema: ofAffiliate }, async (request) => {
    const affiliateId = idFrom("affiliate", request.params.id);
    const { rows, total } = await browseCouponsOf(merchantOf(request), affiliateId, request.query);
    return { coupons: rows.map(presentCouponRow), pagination: paginationOf(total, request.query) };
  });

  const path = "/campaigns/:id/coupons";
  app.post(path, { schema: { params: ofOne, body: newCoupon, response } }, async (request) => {
    const context = merchantOf(request);
    const { code, affiliate_id: affiliate, starts_at: startsAt } = request.body;
    const campaignId = idFrom("campaign", request.params.id);
    const affiliateId = parseId("affiliate", affiliate) ?? null;
    return show(context, (await createCoupon(context, { campaignId, code, affiliateId, startsAt })).coupon.id);
  });

  const paste = { schema: { params: ofOne, body: pasteBody, response: { 200: pasteResponse } } };
  app.post(`${path}/paste`, paste, async (request) => {
    const campaignId = idFrom("campaign", request.params.id);
    return presentPaste(await pasteCoupons(merchantOf(request), { campaignId, ...request.body }));
  });

  app.get("/coupons/:id", { schema: { params: ofOne, response } }, async (request) =>
    show(merchantOf(request), idFrom("coupon", request.params.id)),
  );

  app.patch("/coupons/:id", { schema: { params: ofOne, body: couponMove, response } }, async (request) => {
    const context = merchantOf(request);
    const affiliateId = parseId("affiliate", request.body.affiliate_id) ?? null;
    return show(
      context,
      (await moveCoupon(context, { id: idFrom("coupon", request.params.id), affiliateId })).coupon.id,
    );
  });

  app.delete("/coupons/:id", { schema: { params: ofOne, response } }, async (request) => {
    const context = merchantOf(request);
    return show(context, (await endCoupon(context, idFrom("coupon", request.params.id))).coupon.id);
  });
  ready();
};

const show = async (context: MerchantContext, id: CouponId) => presentCouponResponse(await describeCoupon(context, id));
