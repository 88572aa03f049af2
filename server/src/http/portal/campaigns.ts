import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { linkNotice, termsOf } from "../../domain/terms.ts";
import { leaveCampaign } from "../../usecases/affiliates/leave-campaign.ts";
import { getOwnCampaign, listOwnCampaigns } from "../../usecases/affiliates/own-campaigns.ts";
import { json } from "../response/responses.ts";
import { pageQuery } from "../wire/query.ts";
import { idFrom } from "../wire/ids.ts";
import { done } from "../session/schemas.ts";
import { presentCampaignRow } from "./present.ts";
import { affiliateOf } from "./require-affiliate.ts";
import { campaignDetail, campaignRow, listPagination, ofOne } from "./schemas.ts";

export const campaignRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const listed = z.object({ campaigns: z.array(campaignRow), pagination: listPagination });
  const list = { 200: json("The campaigns that one is in, and those one has left.", listed) };
  app.get("/campaigns", { schema: { querystring: z.object(pageQuery), response: list } }, async (request) => {
    const context = affiliateOf(request);
    const { limit, offset } = request.query;
    const { rows, total } = await listOwnCampaigns(context, { limit, offset });
    return {
      campaigns: rows.map((row) => presentCampaignRow(row, context.settings.baseUrl)),
      pagination: { limit, offset, total: total.count },
    };
  });

  const one = { 200: json("The campaign, its link and its terms.", z.object({ campaign: campaignDetail })) };
  app.get("/campaigns/:id", { schema: { params: ofOne, response: one } }, async (request) => {
    const context = affiliateOf(request);
    const own = await getOwnCampaign(context, idFrom("campaign", request.params.id));
    const { campaign, affiliation } = own;
    return {
      campaign: {
        ...presentCampaignRow(own, context.settings.baseUrl),
        target_url: campaign.targetUrl,
        attribution_window: campaign.attributionWindowDays,
        maturation_days: campaign.maturationDays,
        terms: termsOf(campaign),
        notice: linkNotice(affiliation.status, campaign),
      },
    };
  });

  const left = { 200: json("No longer in the campaign; what was earned stays.", done) };
  app.post("/campaigns/:id/leave", { schema: { params: ofOne, response: left } }, async (request) => {
    await leaveCampaign(affiliateOf(request), idFrom("campaign", request.params.id));
    return { success: true as const };
  });
  ready();
};
