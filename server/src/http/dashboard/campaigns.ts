import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { Campaign as WireCampaign } from "tributary-sdk";
import { autoApproves, campaignSorts } from "tributary-sdk/words";
import { z } from "zod";
import { campaignStatuses } from "../../domain/campaign.ts";
import { browseCampaigns } from "../../usecases/campaigns/browse-campaigns.ts";
import { createCampaign } from "../../usecases/campaigns/create-campaign.ts";
import { getCampaign } from "../../usecases/campaigns/get-campaign.ts";
import { archiveCampaign, updateCampaign } from "../../usecases/campaigns/update-campaign.ts";
import type { MerchantContext } from "../../usecases/context.ts";
import type { CampaignId } from "../../domain/ids.ts";
import { campaignFrom, campaignPatch, changeFrom, newCampaign } from "../wire/campaign-body.ts";
import { campaign, presentCampaign } from "../wire/campaign.ts";
import { choice, optional } from "../wire/fields.ts";
import { idFrom, ofAccount, ofOne } from "../wire/ids.ts";
import { given, searchText, sortQuery } from "../wire/query.ts";
import { listRoutes } from "./list-and-csv-routes.ts";
import { merchantOf } from "./require-member.ts";

const response = { 200: z.object({ campaign }) };
/** Only the dashboard sets this. It comes with the other fields, so that a form is saved as a whole. */
const approval = { auto_approve: optional(choice("auto_approve", autoApproves)) };
const ofNew = newCampaign.extend(approval);
const ofChanged = campaignPatch.safeExtend(approval);

export const campaignRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  listRoutes(app, {
    path: "campaigns",
    key: "campaigns",
    query: {
      status: given(choice("status", campaignStatuses)),
      search: given(searchText),
      sort: sortQuery(campaignSorts),
    },
    filterOf: (query) => query,
    listing: browseCampaigns,
    wire: campaign,
    present: (row) => presentCampaign(row.campaign, row.statistics),
    columns: [
      "id",
      "name",
      "status",
      "visibility",
      "target_url",
      "commission_type",
      "commission_value",
      "currency",
      "max_budget",
      "current_spend",
      "attribution_window",
      "maturation_days",
      ["total_affiliates", (row) => row.stats.total_affiliates],
      ["total_clicks", (row) => row.stats.total_clicks],
      ["total_conversions", (row) => row.stats.total_conversions],
      ["total_revenue", (row) => row.stats.total_revenue],
      "created_at",
    ],
  });

  app.post("/campaigns", { schema: { params: ofAccount, body: ofNew, response } }, async (request) => {
    const context = merchantOf(request);
    const { body } = request;
    const made = await createCampaign(context, { ...campaignFrom(body), autoApprove: body.auto_approve });
    return show(context, made.id);
  });

  app.get("/campaigns/:id", { schema: { params: ofOne, response } }, (request) =>
    show(merchantOf(request), idFrom("campaign", request.params.id)),
  );

  app.patch("/campaigns/:id", { schema: { params: ofOne, body: ofChanged, response } }, async (request) => {
    const context = merchantOf(request);
    const id = idFrom("campaign", request.params.id);
    const { body } = request;
    await updateCampaign(context, { id, ...changeFrom(body), autoApprove: body.auto_approve });
    return show(context, id);
  });

  app.delete("/campaigns/:id", { schema: { params: ofOne, response } }, async (request) => {
    const context = merchantOf(request);
    const id = idFrom("campaign", request.params.id);
    await archiveCampaign(context, id);
    return show(context, id);
  });
  ready();
};

async function show(context: MerchantContext, id: CampaignId): Promise<{ campaign: WireCampaign }> {
  const found = await getCampaign(context, id);
  return { campaign: presentCampaign(found.campaign, found.statistics, found.plan) };
}
