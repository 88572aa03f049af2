import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Services } from "../../usecases/context.ts";
import { requireSameOrigin } from "../session/same-origin.ts";
import { statementRoutes } from "../statements/routes.ts";
import { accountRoutes } from "./account.ts";
import { balanceRoutes } from "./balances.ts";
import { campaignRoutes } from "./campaigns.ts";
import { claimRoutes } from "./claims.ts";
import { conversionRoutes } from "./conversions.ts";
import { overviewRoutes } from "./overview.ts";
import { clawBackRoutes, payoutRoutes } from "./payouts.ts";
import { profileRoutes } from "./profile.ts";
import { affiliateOf, requireAffiliate } from "./require-affiliate.ts";

const parts = [
  overviewRoutes,
  campaignRoutes,
  conversionRoutes,
  claimRoutes,
  profileRoutes,
  accountRoutes,
  balanceRoutes,
  payoutRoutes,
  clawBackRoutes,
  statementRoutes(affiliateOf),
];

/** The JSON behind the affiliate's pages: everything is about the person who asks. */
export const portalRoutes =
  (services: Services): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook("onRequest", requireSameOrigin(services));
    app.addHook("onRequest", requireAffiliate(services));
    for (const part of parts) await app.register(part);
  };

export const PORTAL_PREFIX = "/api/portal";
