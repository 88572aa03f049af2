import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { ownCampaignSorts } from "tributary-sdk/words";
import { z } from "zod";
import { leaveCampaign } from "../../usecases/affiliates/leave-campaign.ts";
import { getOwnCampaign, listOwnCampaigns } from "../../usecases/affiliates/own-campaigns.ts";
import { idFrom, ofOwn } from "../wire/ids.ts";
import { ownCampaign, ownCampaignRow, presentOwnCampaign, presentOwnCampaignRow } from "../wire/own-campaign.ts";
import { listPagination, paginationOf } from "../wire/pagination.ts";
import { pageQuery, sortQuery } from "../wire/query.ts";
import { done } from "../wire/success.ts";
import { affiliateOf } from "./require-affiliate.ts";

export const campaignRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const listed = z.object({ campaigns: z.array(ownCampaignRow), pagination: listPagination });
  const list = { 200: listed };
  const querystring = z.object({ ...pageQuery, sort: sortQuery(ownCampaignSorts) });
  app.get("/campaigns", { schema: { querystring, response: list } }, async (request) => {
    const context = affiliateOf(request);
    const { rows, total } = await listOwnCampaigns(context, request.query);
    return {
      campaigns: rows.map((row) => presentOwnCampaignRow(row, context.settings.baseUrl)),
      pagination: paginationOf(total, request.query),
    };
  });

  const one = { 200: z.object({ campaign: ownCampaign }) };
  app.get("/campaigns/:id", { schema: { params: ofOwn, response: one } }, async (request) => {
    const context = affiliateOf(request);
    const own = await getOwnCampaign(context, idFrom("campaign", request.params.id));
    return { campaign: presentOwnCampaign(own, context.settings.baseUrl) };
  });

  app.post("/campaigns/:id/leave", { schema: { params: ofOwn, response: { 200: done } } }, async (request) => {
    await leaveCampaign(affiliateOf(request), idFrom("campaign", request.params.id));
    return { success: true as const };
  });
  ready();
};
