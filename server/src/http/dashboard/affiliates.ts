import type { FastifyInstance } from "fastify";
import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { AffiliateAnswer, AffiliationRow } from "tributary-sdk/pages";
import { z } from "zod";
import { affiliateStatuses } from "../../domain/affiliation.ts";
import { majorOf } from "../../domain/money.ts";
import { getAffiliate, type AffiliateStory } from "../../usecases/affiliates/get-affiliate.ts";
import { browseAffiliations } from "../../usecases/affiliates/browse-affiliations.ts";
import { assertCampaignExists } from "../../usecases/campaigns/get-campaign.ts";
import type { MerchantContext } from "../../usecases/context.ts";
import { json } from "../response/responses.ts";
import type { Columns } from "../response/csv.ts";
import { choice, reference } from "../wire/fields.ts";
import { idFrom } from "../wire/ids.ts";
import { merchantOf } from "./require-member.ts";
import { listRoutes } from "./list-routes.ts";
import { presentAffiliation } from "./present.ts";
import { filterId, given, searchText } from "../wire/query.ts";
import { affiliationRow, ofOne } from "./schemas.ts";

const filters = {
  status: given(choice("status", [...affiliateStatuses, "suspended"])),
  search: given(searchText),
};

const affiliateAnswer: z.ZodType<AffiliateAnswer> = z.object({
  affiliate: z.object({ id: z.string(), name: z.string(), email: z.string(), created_at: z.string() }),
  affiliations: z.array(affiliationRow),
  by_currency: z.record(
    z.string(),
    z.object({
      conversions: z.number(),
      revenue: z.number(),
      pending_commission: z.number(),
      approved_commission: z.number(),
    }),
  ),
});

export const affiliateRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  affiliateLists(app);
  const response = { 200: json("The affiliate and all that concerns them.", affiliateAnswer) };
  app.get("/affiliates/:id", { schema: { params: ofOne, response } }, async (request) => {
    const context = merchantOf(request);
    return answerOf(await getAffiliate(context, idFrom("affiliate", request.params.id)), context);
  });
  ready();
};

/** Across campaigns, and within one that must exist. */
function affiliateLists(app: FastifyInstance): void {
  const list = {
    key: "affiliates",
    listing: browseAffiliations,
    wire: affiliationRow,
    present: presentAffiliation,
    columns,
  };
  listRoutes(app, {
    ...list,
    path: "affiliates",
    query: { ...filters, campaign_id: given(reference("campaign_id")) },
    filterOf: ({ status, search, campaign_id: campaign }) => ({
      status,
      search,
      campaignId: filterId("campaign", campaign),
    }),
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

const answerOf = ({ person, affiliations, earnings }: AffiliateStory, context: MerchantContext): AffiliateAnswer => ({
  affiliate: { id: person.id, name: person.name, email: person.email, created_at: person.createdAt.toISOString() },
  affiliations: affiliations.map((listed) => presentAffiliation(listed, context)),
  by_currency: Object.fromEntries(
    earnings.map(({ currency, conversions, revenue, pendingCommission, approvedCommission }) => [
      currency,
      {
        conversions,
        revenue: majorOf(revenue),
        pending_commission: majorOf(pendingCommission),
        approved_commission: majorOf(approvedCommission),
      },
    ]),
  ),
});

const columns: Columns<AffiliationRow> = [
  ["affiliate_id", (row) => row.id],
  ["affiliation_id", (row) => row.affiliation_id],
  ["name", (row) => row.name],
  ["email", (row) => row.email],
  ["campaign_id", (row) => row.campaign_id],
  ["campaign_name", (row) => row.campaign_name],
  ["status", (row) => row.status],
  ["suspended", (row) => row.suspended],
  ["affiliate_code", (row) => row.affiliate_code],
  ["unique_link", (row) => row.unique_link],
  ["joined_at", (row) => row.joined_at],
  ["clicks", (row) => row.stats.clicks],
  ["conversions", (row) => row.stats.conversions],
  ["revenue", (row) => row.stats.revenue],
  ["pending_commission", (row) => row.stats.pending_commission],
  ["currency", (row) => row.campaign_currency],
];
