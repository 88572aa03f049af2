import { z } from "zod";
import { affiliateStatuses } from "../../domain/affiliation.ts";
import { campaignStatuses, campaignTypes, visibilities } from "../../domain/campaign.ts";
import { commissionTypes } from "../../domain/commission.ts";
import { conversionStatuses } from "../../domain/conversion.ts";

const time = (description: string) =>
  z.string().describe(description).meta({ format: "date-time", example: "2026-03-01T09:30:00.000Z" });
const timeOrNull = (description: string) =>
  z.string().nullable().describe(description).meta({ format: "date-time", example: "2026-03-02T14:05:10.250Z" });

export const campaignId = z.string().describe("The campaign's id.").meta({ example: "cmp_01jz8q3v5kf2r9w0y4t6x1m7ab" });
export const affiliateId = z
  .string()
  .describe("The affiliate's id.")
  .meta({ example: "aff_01jz8q4c0hd3s8x2z5v7y1n9cd" });
export const conversionId = z
  .string()
  .describe("The conversion's id.")
  .meta({ example: "conv_01jz8q52r7m4t9y3a6w8z2p0ef" });
const currency = z.string().meta({ example: "EUR" });

export const pagination = z
  .object({
    limit: z.number().describe("The page size that was used.").meta({ example: 50 }),
    offset: z.number().describe("How many items were skipped.").meta({ example: 0 }),
    total: z.number().describe("How many items match in all.").meta({ example: 2 }),
  })
  .meta({ id: "Pagination", description: "Where a page stands in its list." });

const campaignBase = {
  id: campaignId,
  name: z.string().describe("The campaign's name.").meta({ example: "Spring sale" }),
  target_url: z.string().describe("Where links lead.").meta({ example: "https://shop.example/spring" }),
  type: z.enum(campaignTypes).describe("CPA: commission for conversions."),
  status: z
    .enum(campaignStatuses)
    .describe("Paused: no new clicks count. Archived: tracking has stopped, history is kept."),
};
const commissionFields = {
  commission_type: z.enum(commissionTypes).describe("A fixed sum for each conversion, or a percentage of its amount."),
  commission_value: z.number().describe("The sum in the campaign's currency, or the percentage.").meta({ example: 10 }),
};
const slug = z
  .string()
  .describe("Made from the name, unique in the account; never changes.")
  .meta({ example: "spring-sale" });
const createdAt = { created_at: time("When it was created.") };

export const listedCampaign = z
  .object({ ...campaignBase, ...commissionFields, ...createdAt })
  .meta({ id: "ListedCampaign", description: "A campaign as lists show it." });

export const createdCampaign = z
  .object({ ...campaignBase, slug, ...createdAt })
  .meta({ id: "CreatedCampaign", description: "A campaign as its creation answers it." });

export const updatedCampaign = z
  .object({ ...campaignBase, slug, ...commissionFields, ...createdAt })
  .meta({ id: "UpdatedCampaign", description: "A campaign as a change answers it." });

export const campaign = z
  .object({
    ...campaignBase,
    slug,
    ...commissionFields,
    visibility: z.enum(visibilities).describe("Private: the merchant approves each affiliate who joins."),
    attribution_window: z.number().describe("Days after a click in which a conversion counts.").meta({ example: 30 }),
    maturation_days: z.number().describe("Days until commission can be withdrawn.").meta({ example: 7 }),
    currency: currency.describe("The currency of its fixed commission and of its budget."),
    max_budget: z
      .number()
      .nullable()
      .describe("The most that pending and approved commissions may sum to; null: no limit.")
      .meta({ example: 5000 }),
    current_spend: z
      .number()
      .describe("Pending and approved commissions in the campaign's currency.")
      .meta({ example: 120.5 }),
    ...createdAt,
    updated_at: time("When it was last changed."),
    stats: z
      .object({
        total_affiliates: z.number().describe("Affiliates in the campaign, in every status.").meta({ example: 12 }),
        total_clicks: z.number().describe("Clicks on all links.").meta({ example: 3400 }),
        total_conversions: z.number().describe("Conversions that were not rejected.").meta({ example: 85 }),
        total_revenue: z.number().describe("Their amounts in the campaign's currency.").meta({ example: 4210.75 }),
      })
      .describe("Totals since the campaign began."),
    by_currency: z
      .record(
        z.string(),
        z.object({
          total_revenue: z.number().describe("Amounts of conversions in this currency.").meta({ example: 310 }),
          current_spend: z
            .number()
            .describe("Pending and approved commissions in this currency.")
            .meta({ example: 31 }),
        }),
      )
      .describe("Revenue in other currencies; never added to the campaign's own.")
      .meta({ example: { USD: { total_revenue: 310, current_spend: 31 } } }),
  })
  .meta({ id: "Campaign", description: "A campaign with its totals." });

export const affiliate = z
  .object({
    id: affiliateId,
    affiliation_id: z
      .string()
      .describe("This affiliate in this campaign.")
      .meta({ example: "afn_01jz8q4c0hd3s8x2z5v7y1n9ce" }),
    email: z.string().describe("The affiliate's e-mail address.").meta({ example: "ada@partner.example" }),
    name: z.string().describe("The affiliate's name.").meta({ example: "Ada" }),
    status: z.enum(affiliateStatuses).describe("Pending: waits for approval. Rejected: earns nothing."),
    suspended: z
      .boolean()
      .describe("True when an active affiliate was suspended; status is rejected then.")
      .meta({ example: false }),
    unique_link: z.string().describe("The tracking link.").meta({ example: "https://partners.example/r/k7m2p9x4wd" }),
    affiliate_code: z.string().describe("The code for tracking conversions.").meta({ example: "k7m2p9x4wd" }),
    joined_at: time("When the invitation was accepted."),
    stats: z
      .object({
        clicks: z.number().describe("Clicks on the link.").meta({ example: 310 }),
        conversions: z.number().describe("Conversions that were not rejected.").meta({ example: 9 }),
        revenue: z.number().describe("Their amounts in the campaign's currency.").meta({ example: 420.1 }),
        pending_commission: z.number().describe("Commission that waits for approval.").meta({ example: 42.01 }),
      })
      .describe("Totals in this campaign."),
    by_currency: z
      .record(
        z.string(),
        z.object({
          revenue: z.number().describe("Amounts in this currency.").meta({ example: 120 }),
          pending_commission: z.number().describe("Commission that waits for approval.").meta({ example: 12 }),
        }),
      )
      .describe("The same in other currencies than the campaign's.")
      .meta({ example: { USD: { revenue: 120, pending_commission: 12 } } }),
  })
  .meta({ id: "Affiliate", description: "An affiliate within a campaign." });

export const invitation = z
  .object({
    status: z.literal("pending_invite").describe("The invitation waits to be accepted."),
    email: z.string().describe("Who was invited.").meta({ example: "ada@partner.example" }),
    invite_link: z
      .string()
      .describe("Pass this link on: Tributary does not send it.")
      .meta({ example: "https://partners.example/invite/3q2-7w" }),
    expires_at: time("Seven days after its creation."),
  })
  .meta({ id: "Invitation", description: "An invitation to a campaign." });

export const conversion = z
  .object({
    id: conversionId,
    campaign_id: campaignId,
    affiliate_id: affiliateId,
    external_id: z
      .string()
      .describe("Your own order or transaction id; unique in the account.")
      .meta({ example: "order-1001" }),
    amount: z.number().describe("What the customer paid.").meta({ example: 49.99 }),
    currency: currency.describe("The currency of the amount."),
    commission: z.number().describe("What the affiliate earns.").meta({ example: 5 }),
    commission_currency: currency.describe("The currency of the commission."),
    status: z.enum(conversionStatuses).describe("Where the conversion stands."),
    click_id: z
      .string()
      .nullable()
      .describe("The click that decided, if one did.")
      .meta({ example: "clk_01jz8q4x2kf5v0z4b7y9a3r1gh" }),
    created_at: time("When it was tracked."),
    matures_at: time("When its commission can be withdrawn; until then it can be rejected."),
    approved_at: timeOrNull("When it was approved; null while it is not."),
    rejected_at: timeOrNull("When it was rejected; null while it is not."),
    rejection_reason: z.string().nullable().describe("Why it was rejected.").meta({ example: null }),
  })
  .meta({ id: "Conversion", description: "A sale, sign-up or lead that an affiliate brought." });

export const done = (example: string) =>
  z.object({
    success: z.literal(true).describe("Always true."),
    message: z.string().describe("What happened.").meta({ example }),
  });

export const campaignPage = z.object({ campaigns: z.array(listedCampaign).describe("The campaigns."), pagination });
export const affiliatePage = z.object({ affiliates: z.array(affiliate).describe("The affiliates."), pagination });
export const conversionPage = z.object({ conversions: z.array(conversion).describe("The conversions."), pagination });

export const trackedConversion = z
  .object({
    id: conversionId,
    commission: z.number().describe("What the affiliate earns.").meta({ example: 5 }),
    status: z.enum(conversionStatuses).describe("Pending."),
  })
  .meta({ id: "TrackedConversion", description: "The new conversion." });
