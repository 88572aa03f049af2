import type { FastifyInstance } from "fastify";
import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { AffiliationRow } from "tributary-sdk/pages";
import { affiliateSorts, affiliationSorts } from "tributary-sdk/words";
import { affiliateStatuses } from "../../domain/affiliation.ts";
import { getAffiliate } from "../../usecases/affiliates/get-affiliate.ts";
import { browseAffiliations, browsePeople } from "../../usecases/affiliates/browse-affiliations.ts";
import { assertCampaignExists } from "../../usecases/campaigns/get-campaign.ts";
import type { Columns } from "../response/send-csv.ts";
import { affiliateResponse, affiliationRow, presentAffiliateResponse, presentAffiliation } from "../wire/affiliate.ts";
import { affiliatePerson, personColumns, presentPersonRow } from "../wire/affiliate-person.ts";
import { choice, reference } from "../wire/fields.ts";
import { filterId, idFrom, ofOne } from "../wire/ids.ts";
import { given, searchText, sortQuery } from "../wire/query.ts";
import { listRoutes } from "./list-and-csv-routes.ts";
import { merchantOf } from "./require-member.ts";

const filters = {
  status: given(choice("status", [...affiliateStatuses, "suspended"])),
  search: given(searchText),
};

export const affiliateRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  affiliateLists(app);
  const response = { 200: affiliateResponse };
  app.get("/affiliates/:id", { schema: { params: ofOne, response } }, async (request) => {
    const context = merchantOf(request);
    return presentAffiliateResponse(await getAffiliate(context, idFrom("affiliate", request.params.id)), context);
  });
  ready();
};

/** Three lists: across campaigns, by person, and within one campaign. */
function affiliateLists(app: FastifyInstance): void {
  const list = {
    key: "affiliates",
    listing: browseAffiliations,
    wire: affiliationRow,
    present: presentAffiliation,
    columns,
  };
  const acrossCampaigns = { ...filters, campaign_id: given(reference("campaign_id")) };
  listRoutes(app, {
    ...list,
    path: "affiliates",
    query: { ...acrossCampaigns, sort: sortQuery(affiliationSorts) },
    filterOf: ({ status, search, campaign_id: campaign, sort }) => ({
      status,
      search,
      campaignId: filterId("campaign", campaign),
      sort,
    }),
  });
  listRoutes(app, {
    path: "affiliates/by-person",
    key: "affiliates",
    query: { ...acrossCampaigns, sort: sortQuery(affiliateSorts) },
    filterOf: ({ status, search, campaign_id: campaign, sort }) => ({
      status,
      search,
      campaignId: filterId("campaign", campaign),
      sort,
    }),
    listing: browsePeople,
    wire: affiliatePerson,
    present: presentPersonRow,
    columns: personColumns,
  });
  listRoutes(app, {
    ...list,
    path: "campaigns/:id/affiliates",
    query: filters,
    filterOf: async ({ status, search }, request) => {
      const campaignId = idFrom("campaign", (request.params as { id: string }).id);
      await assertCampaignExists(merchantOf(request), campaignId);
      return { status, search, campaignId };
    },
  });
}

const columns: Columns<AffiliationRow> = [
  ["affiliate_id", (row) => row.id],
  "affiliation_id",
  "name",
  "email",
  "campaign_id",
  "campaign_name",
  "status",
  "suspended",
  "affiliate_code",
  "unique_link",
  "joined_at",
  ["clicks", (row) => row.stats.clicks],
  ["conversions", (row) => row.stats.conversions],
  ["revenue", (row) => row.stats.revenue],
  ["pending_commission", (row) => row.stats.pending_commission],
  ["currency", (row) => row.campaign_currency],
  ["website", (row) => row.application?.website ?? null],
  ["audience", (row) => row.application?.audience ?? null],
  ["note", (row) => row.application?.note ?? null],
  ["applied_at", (row) => row.application?.applied_at ?? null],
];
