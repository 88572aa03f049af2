import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { readEarnings } from "../../usecases/overview/read-own-earnings.ts";
import { readOverview } from "../../usecases/overview/read-own-overview.ts";
import { reference } from "../wire/fields.ts";
import { filterId } from "../wire/ids.ts";
import { ownEarnings, ownOverview, presentOwnEarnings, presentOwnOverview } from "../wire/own-overview.ts";
import { calendarDay, calendarMonth, given } from "../wire/query.ts";
import { affiliateOf } from "./require-affiliate.ts";

const overviewQuery = z.object({
  campaign_id: given(reference("campaign_id")),
  from: given(calendarDay("from")),
  to: given(calendarDay("to")),
});

export const overviewRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const overview = { 200: ownOverview };
  app.get("/overview", { schema: { querystring: overviewQuery, response: overview } }, async (request) => {
    const { campaign_id, from, to } = request.query;
    const campaignId = filterId("campaign", campaign_id);
    return presentOwnOverview(await readOverview(affiliateOf(request), { campaignId, from, to }));
  });

  const querystring = z.object({ campaign_id: given(reference("campaign_id")), until: given(calendarMonth("until")) });
  const earnings = { 200: ownEarnings };
  app.get("/earnings", { schema: { querystring, response: earnings } }, async (request) => {
    const { campaign_id, until } = request.query;
    const campaignId = filterId("campaign", campaign_id);
    return presentOwnEarnings(await readEarnings(affiliateOf(request), { campaignId, until }));
  });
  ready();
};
