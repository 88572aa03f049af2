import type { Affiliate } from "tributary-sdk";
import type { AffiliateResponse, AffiliationRow } from "tributary-sdk/pages";
import { z } from "zod";
import {
  affiliationActions,
  affiliationActionsFrom,
  shownStatus,
  affiliateStatuses,
} from "../../domain/affiliation.ts";
import { campaignStatuses } from "../../domain/campaign.ts";
import { majorOf } from "../../domain/values/money.ts";
import type { ListedAffiliation } from "../../usecases/affiliates/browse-affiliations.ts";
import type { AffiliateStory } from "../../usecases/affiliates/get-affiliate.ts";
import type { ListedAffiliate } from "../../usecases/affiliates/list-affiliates.ts";
import type { MerchantContext } from "../../usecases/context.ts";
import { application, presentApplication } from "./application.ts";
import { affiliateId } from "./ids.ts";
import { pagination } from "./pagination.ts";
import { isoOrNull, time } from "./times.ts";

export const affiliate = z
  .object({
    id: affiliateId,
    affiliation_id: z
      .string()
      .describe("The affiliate's membership in this campaign.")
      .meta({ example: "afn_01jz8q4c0hd3s8x2z5v7y1n9ce" }),
    email: z.string().describe("The affiliate's email address.").meta({ example: "ada@partner.example" }),
    name: z.string().describe("The affiliate's name.").meta({ example: "Ada" }),
    status: z.enum(affiliateStatuses).describe("Pending: awaiting approval. Rejected: earns no commission."),
    suspended: z
      .boolean()
      .describe("True if an active affiliate was suspended. The status is then rejected.")
      .meta({ example: false }),
    unique_link: z.string().describe("The tracking link.").meta({ example: "https://partners.example/r/k7m2p9x4wd" }),
    affiliate_code: z.string().describe("The affiliate's tracking code.").meta({ example: "k7m2p9x4wd" }),
    joined_at: time("When the affiliate joined the campaign."),
    stats: z
      .object({
        clicks: z.number().describe("Clicks on the link.").meta({ example: 310 }),
        conversions: z.number().describe("Conversions that were not rejected.").meta({ example: 9 }),
        revenue: z.number().describe("Their amounts in the campaign's currency.").meta({ example: 420.1 }),
        pending_commission: z.number().describe("Commission pending approval.").meta({ example: 42.01 }),
      })
      .describe("Totals in this campaign."),
    by_currency: z
      .record(
        z.string(),
        z.object({
          revenue: z.number().describe("Amounts in this currency.").meta({ example: 120 }),
          pending_commission: z.number().describe("Commission pending approval.").meta({ example: 12 }),
        }),
      )
      .describe("The same totals in currencies other than the campaign's.")
      .meta({ example: { USD: { revenue: 120, pending_commission: 12 } } }),
  })
  .meta({ id: "Affiliate", description: "An affiliate within a campaign." });

export const affiliatePage = z.object({ affiliates: z.array(affiliate).describe("The affiliates."), pagination });

export function presentAffiliate(listed: ListedAffiliate, baseUrl: string): Affiliate {
  const { statistics } = listed;
  return {
    id: listed.id,
    affiliation_id: listed.affiliationId,
    email: listed.email,
    name: listed.name,
    ...shownStatus(listed.status),
    unique_link: `${baseUrl}/r/${listed.code}`,
    affiliate_code: listed.code,
    joined_at: listed.joinedAt.toISOString(),
    stats: {
      clicks: statistics.clicks,
      conversions: statistics.conversions,
      revenue: majorOf(statistics.revenue),
      pending_commission: majorOf(statistics.pendingCommission),
    },
    by_currency: Object.fromEntries(
      statistics.otherCurrencies.map(({ revenue, pendingCommission }) => [
        revenue.currency,
        { revenue: majorOf(revenue), pending_commission: majorOf(pendingCommission) },
      ]),
    ),
  };
}

export const affiliationRow: z.ZodType<AffiliationRow> = affiliate.extend({
  campaign_id: z.string(),
  campaign_name: z.string(),
  campaign_status: z.enum(campaignStatuses),
  campaign_currency: z.string(),
  approved_at: z.string().nullable(),
  removed: z.boolean(),
  actions: z.array(z.enum(affiliationActions)),
  application: application.nullable(),
});

export function presentAffiliation(listed: ListedAffiliation, { settings }: MerchantContext): AffiliationRow {
  const { affiliation, campaign, name, email, statistics } = listed;
  const { affiliateId: id, id: affiliationId, status, code, joinedAt } = affiliation;
  return {
    ...presentAffiliate({ id, affiliationId, email, name, status, code, joinedAt, statistics }, settings.baseUrl),
    campaign_id: affiliation.campaignId,
    campaign_name: campaign.name,
    campaign_status: campaign.status,
    campaign_currency: campaign.currency,
    approved_at: isoOrNull(affiliation.approvedAt),
    removed: status === "removed",
    actions: affiliationActionsFrom(status),
    application: listed.application && presentApplication(listed.application),
  };
}

/** The affiliate across all of the account's campaigns. */
export const affiliateResponse: z.ZodType<AffiliateResponse> = z.object({
  affiliate: z.object({ id: z.string(), name: z.string(), email: z.string(), created_at: z.string() }),
  affiliations: z.array(affiliationRow),
});

export const presentAffiliateResponse = (
  { person, affiliations }: AffiliateStory,
  context: MerchantContext,
): AffiliateResponse => ({
  affiliate: { id: person.id, name: person.name, email: person.email, created_at: person.createdAt.toISOString() },
  affiliations: affiliations.map((listed) => presentAffiliation(listed, context)),
});
