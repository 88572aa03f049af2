import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { affiliateStatuses } from "../../domain/affiliation.ts";
import { listAffiliates } from "../../usecases/affiliates/list-affiliates.ts";
import { removeAffiliate } from "../../usecases/affiliates/change-affiliation.ts";
import { inviteAffiliate } from "../../usecases/affiliates/invite-affiliate.ts";
import { affiliatePage, presentAffiliate } from "../wire/affiliate.ts";
import { choice, emailAddress, optional, pageFields } from "../wire/fields.ts";
import { affiliateId, campaignId, idFrom } from "../wire/ids.ts";
import { invitation } from "../wire/invitation.ts";
import { doneWith } from "../wire/success.ts";
import { merchantOf } from "./authenticate.ts";
import { failures, json } from "./responses.ts";

const tags = ["Affiliates"];
const ofCampaign = z.object({ campaign_id: campaignId });

export const affiliateQuery = z.object({
  status: optional(choice("status", affiliateStatuses))
    .describe("Only affiliates with this status.")
    .meta({ example: "active" }),
  ...pageFields,
});

export const newInvitation = z
  .object({
    email: emailAddress("email").describe("The email address to invite.").meta({ example: "ada@partner.example" }),
  })
  .meta({ id: "NewInvitation", description: "An affiliate to invite." });

export const affiliateRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  app.get(
    "/campaigns/:campaign_id/affiliates",
    {
      schema: {
        operationId: "listAffiliates",
        summary: "List a campaign's affiliates",
        description: "Returns affiliates with their links and totals, newest first.",
        tags,
        params: ofCampaign,
        querystring: affiliateQuery,
        response: { 200: json("A page of affiliates.", affiliatePage), ...failures(400, 404) },
      },
    },
    async (request) => {
      const merchant = merchantOf(request);
      const { status, limit, offset } = request.query;
      const id = idFrom("campaign", request.params.campaign_id);
      const { affiliates, total } = await listAffiliates(merchant, { campaignId: id, status, limit, offset });
      return {
        affiliates: affiliates.map((item) => presentAffiliate(item, merchant.settings.baseUrl)),
        pagination: { limit, offset, total },
      };
    },
  );

  app.post(
    "/campaigns/:campaign_id/affiliates",
    {
      schema: {
        operationId: "inviteAffiliate",
        summary: "Invite an affiliate",
        description:
          "Creates an invitation link for one email address. Send it to the affiliate yourself: Tributary does not email it. Inviting the same address again replaces the older link.",
        tags,
        params: ofCampaign,
        body: newInvitation,
        response: { 200: json("The invitation.", invitation), ...failures(400, 404, 413, 415) },
      },
    },
    async (request) => {
      const campaign = idFrom("campaign", request.params.campaign_id);
      const made = await inviteAffiliate(merchantOf(request), { campaignId: campaign, email: request.body.email });
      return {
        status: "pending_invite" as const,
        email: made.invitation.email,
        invite_link: made.link,
        expires_at: made.invitation.expiresAt.toISOString(),
      };
    },
  );

  app.delete(
    "/campaigns/:campaign_id/affiliates/:affiliate_id",
    {
      schema: {
        operationId: "removeAffiliate",
        summary: "Remove an affiliate from a campaign",
        description: "The affiliate stops earning in this campaign. Clicks, conversions and commissions are kept.",
        tags,
        params: z.object({ campaign_id: campaignId, affiliate_id: affiliateId }),
        response: {
          200: json("Removed.", doneWith("Affiliate removed from the campaign.")),
          ...failures(400, 404, 413, 415),
        },
      },
    },
    async (request) => {
      await removeAffiliate(merchantOf(request), {
        campaignId: idFrom("campaign", request.params.campaign_id),
        affiliateId: idFrom("affiliate", request.params.affiliate_id),
      });
      return { success: true as const, message: "Affiliate removed from the campaign." };
    },
  );
  ready();
};
