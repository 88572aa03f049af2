import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { getOwnCoupons } from "../../usecases/coupons/browse-coupons.ts";
import { ownCoupons, presentOwnCoupons } from "../wire/coupon.ts";
import { idFrom, ofOwn } from "../wire/ids.ts";
import { affiliateOf } from "./require-affiliate.ts";

export const couponRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const schema = { params: ofOwn, response: { 200: ownCoupons } };
  app.get("/campaigns/:id/coupons", { schema }, async (request) =>
    presentOwnCoupons(await getOwnCoupons(affiliateOf(request), idFrom("campaign", request.params.id))),
  );
  ready();
};
