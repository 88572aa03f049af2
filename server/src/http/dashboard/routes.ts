import fastifyPlugin from "fastify-plugin";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Services } from "../../usecases/context.ts";
import { requireSameOrigin } from "../session/same-origin.ts";
import { statementRoutes } from "../statements/routes.ts";
import { accountNameRoutes } from "./account-name.ts";
import { affiliateRoutes } from "./affiliates.ts";
import { affiliationRoutes } from "./affiliations.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { applicationPageRoutes } from "./application-pages.ts";
import { auditLogRoutes } from "./audit-log.ts";
import { autoApprovalRoutes } from "./auto-approval.ts";
import { balanceRoutes } from "./balances.ts";
import { brandingRoutes } from "./branding.ts";
import { campaignRoutes } from "./campaigns.ts";
import { claimRoutes } from "./claims.ts";
import { clawBackRoutes } from "./claw-backs.ts";
import { connectorRoutes } from "./connectors.ts";
import { conversionActionRoutes } from "./conversion-actions.ts";
import { conversionRoutes } from "./conversions.ts";
import { couponRoutes } from "./coupons.ts";
import { deliveryRoutes } from "./deliveries.ts";
import { invitationRoutes } from "./invitations.ts";
import { memberInvitationRoutes } from "./member-invitations.ts";
import { memberRoutes } from "./members.ts";
import { overviewRoutes } from "./overview.ts";
import { payoutActionRoutes } from "./payout-actions.ts";
import { payoutBatchRoutes, payoutFileRoutes } from "./payout-batches.ts";
import { payoutImportRoutes } from "./payout-imports.ts";
import { payoutSettingsRoutes } from "./payout-settings.ts";
import { planRoutes } from "./plans.ts";
import { groupRoutes } from "./groups.ts";
import { payoutRoutes } from "./payouts.ts";
import { refundRoutes } from "./refunds.ts";
import { refusedCallRoutes } from "./refused-calls.ts";
import { merchantOf, requireMember } from "./require-member.ts";
import { setupRoutes } from "./setup.ts";
import { testModeRoutes } from "./test-mode.ts";
import { trackingRoutes } from "./tracking.ts";
import { webhookEndpointRoutes } from "./webhook-endpoints.ts";

// They share the dashboard's context, because creating one for each slows down the start. A part with its own hooks or
// parsers is registered separately.
const parts = [
  setupRoutes,
  overviewRoutes,
  campaignRoutes,
  trackingRoutes,
  applicationPageRoutes,
  affiliateRoutes,
  affiliationRoutes,
  planRoutes,
  groupRoutes,
  couponRoutes,
  connectorRoutes,
  invitationRoutes,
  conversionRoutes,
  conversionActionRoutes,
  claimRoutes,
  apiKeyRoutes,
  refusedCallRoutes,
  webhookEndpointRoutes,
  deliveryRoutes,
  autoApprovalRoutes,
  balanceRoutes,
  clawBackRoutes,
  refundRoutes,
  payoutRoutes,
  payoutActionRoutes,
  payoutBatchRoutes,
  payoutFileRoutes,
  payoutSettingsRoutes,
  statementRoutes(merchantOf),
  auditLogRoutes,
  memberRoutes,
  memberInvitationRoutes,
  accountNameRoutes,
  brandingRoutes,
  testModeRoutes,
].map((part) => fastifyPlugin(part));

/** The JSON API of the merchant's pages. Each request names its account, and membership is checked every time. */
export const dashboardRoutes =
  (services: Services): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook("onRequest", requireSameOrigin(services));
    app.addHook("onRequest", requireMember(services));
    for (const part of parts) await app.register(part);
    await app.register(payoutImportRoutes);
  };

export const DASHBOARD_PREFIX = "/api/dashboard/:account_id";
