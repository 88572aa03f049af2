import fastifyPlugin from "fastify-plugin";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Services } from "../../usecases/context.ts";
import { requireSameOrigin } from "../session/same-origin.ts";
import { statementRoutes } from "../statements/routes.ts";
import { accountRoutes } from "./account.ts";
import { balanceRoutes } from "./balances.ts";
import { campaignRoutes } from "./campaigns.ts";
import { claimRoutes } from "./claims.ts";
import { conversionRoutes } from "./conversions.ts";
import { couponRoutes } from "./coupons.ts";
import { overviewRoutes } from "./overview.ts";
import { clawBackRoutes, payoutRoutes } from "./payouts.ts";
import { profileRoutes } from "./profile.ts";
import { affiliateOf, requireAffiliate } from "./require-affiliate.ts";

// They share the portal's context, because creating one for each slows down the start.
const parts = [
  overviewRoutes,
  campaignRoutes,
  couponRoutes,
  conversionRoutes,
  claimRoutes,
  profileRoutes,
  accountRoutes,
  balanceRoutes,
  payoutRoutes,
  clawBackRoutes,
  statementRoutes(affiliateOf),
].map((part) => fastifyPlugin(part));

/** The JSON API of the affiliate's pages. Everything is about the signed-in person. */
export const portalRoutes =
  (services: Services): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook("onRequest", requireSameOrigin(services));
    app.addHook("onRequest", requireAffiliate(services));
    for (const part of parts) await app.register(part);
  };

export const PORTAL_PREFIX = "/api/portal";
