import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Services } from "../../usecases/context.ts";
import { requireSameOrigin } from "../same-origin.ts";
import { requireMember } from "../session/require-member.ts";
import { affiliateRoutes } from "./affiliates.ts";
import { affiliationRoutes } from "./affiliations.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { campaignRoutes } from "./campaigns.ts";
import { claimRoutes } from "./claims.ts";
import { conversionActionRoutes } from "./conversion-actions.ts";
import { conversionRoutes } from "./conversions.ts";
import { deliveryRoutes } from "./deliveries.ts";
import { invitationRoutes } from "./invitations.ts";
import { refusedCallRoutes } from "./refused-calls.ts";
import { setupRoutes } from "./setup.ts";
import { webhookEndpointRoutes } from "./webhook-endpoints.ts";

const parts = [
  setupRoutes,
  campaignRoutes,
  affiliateRoutes,
  affiliationRoutes,
  invitationRoutes,
  conversionRoutes,
  conversionActionRoutes,
  claimRoutes,
  apiKeyRoutes,
  refusedCallRoutes,
  webhookEndpointRoutes,
  deliveryRoutes,
];

/** The JSON behind the account holder's pages. Each call names its account, and membership is checked on each. */
export const dashboardRoutes =
  (services: Services): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook("onRequest", requireSameOrigin(services));
    app.addHook("onRequest", requireMember(services));
    for (const part of parts) await app.register(part);
  };

export const DASHBOARD_PREFIX = "/api/dashboard/:account_id";
