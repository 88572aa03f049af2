import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { campaignStatuses } from "../../domain/campaign.ts";
import { createCampaign } from "../../usecases/campaigns/create-campaign.ts";
import { getCampaign, getPlanOf, listCampaigns } from "../../usecases/campaigns/get-campaign.ts";
import { archiveCampaign, updateCampaign } from "../../usecases/campaigns/update-campaign.ts";
import { campaignFrom, campaignPatch, changeFrom, newCampaign } from "../wire/campaign-body.ts";
import {
  campaign,
  campaignPage,
  createdCampaign,
  presentCampaign,
  presentChangedCampaign,
  presentListedCampaign,
  updatedCampaign,
} from "../wire/campaign.ts";
import { choice, optional, pageFields } from "../wire/fields.ts";
import { campaignId, idFrom } from "../wire/ids.ts";
import { doneWith, success } from "../wire/success.ts";
import { merchantOf } from "./authenticate.ts";
import { failures, json } from "./responses.ts";

const tags = ["Campaigns"];
const params = z.object({ id: campaignId });

export const campaignQuery = z.object({
  status: optional(choice("status", campaignStatuses))
    .describe("Only campaigns with this status.")
    .meta({ example: "active" }),
  ...pageFields,
});

export const campaignRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  app.get(
    "/campaigns",
    {
      schema: {
        operationId: "listCampaigns",
        summary: "List campaigns",
        description: "Returns the account's campaigns, newest first.",
        tags,
        querystring: campaignQuery,
        response: { 200: json("A page of campaigns.", campaignPage), ...failures(400) },
      },
    },
    async (request) => {
      const { campaigns, total } = await listCampaigns(merchantOf(request), request.query);
      const { limit, offset } = request.query;
      return { campaigns: campaigns.map(presentListedCampaign), pagination: { limit, offset, total } };
    },
  );

  app.get(
    "/campaigns/:id",
    {
      schema: {
        operationId: "getCampaign",
        summary: "Get a campaign",
        description: "Returns a campaign with its totals, and its commission plan if it has one.",
        tags,
        params,
        response: { 200: json("The campaign.", z.object({ campaign })), ...failures(404) },
      },
    },
    async (request) => {
      const found = await getCampaign(merchantOf(request), idFrom("campaign", request.params.id));
      return { campaign: presentCampaign(found.campaign, found.statistics, found.plan) };
    },
  );

  app.post(
    "/campaigns",
    {
      schema: {
        operationId: "createCampaign",
        summary: "Create a campaign",
        description: "The new campaign is active immediately.",
        tags,
        body: newCampaign,
        response: {
          200: json("The new campaign.", z.object({ success, campaign: createdCampaign })),
          ...failures(400, 413, 415),
        },
      },
    },
    async (request) => {
      const context = merchantOf(request);
      const made = await createCampaign(context, campaignFrom(request.body));
      return { success: true as const, campaign: presentChangedCampaign(made, await getPlanOf(context, made)) };
    },
  );

  app.patch(
    "/campaigns/:id",
    {
      schema: {
        operationId: "updateCampaign",
        summary: "Update a campaign",
        description:
          "Changes only the fields in the body. Existing clicks and conversions keep the terms they were created with. A plan replaces the whole previous one, and customers who ordered before keep theirs; to pay every order the same again, send a plan with only a base.",
        tags,
        params,
        body: campaignPatch,
        response: {
          200: json("The campaign.", z.object({ success, campaign: updatedCampaign })),
          ...failures(400, 404, 413, 415),
        },
      },
    },
    async (request) => {
      const id = idFrom("campaign", request.params.id);
      const context = merchantOf(request);
      const changed = await updateCampaign(context, { id, ...changeFrom(request.body) });
      return { success: true as const, campaign: presentChangedCampaign(changed, await getPlanOf(context, changed)) };
    },
  );

  app.delete(
    "/campaigns/:id",
    {
      schema: {
        operationId: "archiveCampaign",
        summary: "Archive a campaign",
        description:
          "All tracking stops; the history is kept. To reactivate the campaign, PATCH its status to `active`.",
        tags,
        params,
        response: { 200: json("Archived.", doneWith("Campaign archived.")), ...failures(400, 404, 413, 415) },
      },
    },
    async (request) => {
      await archiveCampaign(merchantOf(request), idFrom("campaign", request.params.id));
      return { success: true as const, message: "Campaign archived." };
    },
  );
  ready();
};
