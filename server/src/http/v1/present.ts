import type { Affiliate, Campaign as WireCampaign, Conversion as WireConversion, ListedCampaign } from "tributary-sdk";
import { shownStatus } from "../../domain/affiliation.ts";
import type { Campaign } from "../../domain/campaign.ts";
import { commissionValueOf } from "../../domain/commission.ts";
import type { Conversion } from "../../domain/conversion.ts";
import { majorOf } from "../../domain/money.ts";
import type { ListedAffiliate } from "../../usecases/affiliates/list-affiliates.ts";
import type { CampaignStatistics } from "../../usecases/campaigns/get-campaign.ts";

/** Domain to wire, in one place for /v1 and the pages. */
export const presentListedCampaign = (campaign: Campaign): ListedCampaign => ({
  id: campaign.id,
  name: campaign.name,
  target_url: campaign.targetUrl,
  type: campaign.type,
  status: campaign.status,
  commission_type: campaign.commission.type,
  commission_value: commissionValueOf(campaign.commission),
  created_at: campaign.createdAt.toISOString(),
});

export const presentChangedCampaign = (campaign: Campaign): ListedCampaign & { slug: string } => ({
  ...presentListedCampaign(campaign),
  slug: campaign.slug,
});

export const presentCampaign = (campaign: Campaign, statistics: CampaignStatistics): WireCampaign => ({
  ...presentChangedCampaign(campaign),
  visibility: campaign.visibility,
  attribution_window: campaign.attributionWindowDays,
  maturation_days: campaign.maturationDays,
  currency: campaign.currency,
  max_budget:
    campaign.maxBudgetMinor === null ? null : majorOf({ minor: campaign.maxBudgetMinor, currency: campaign.currency }),
  current_spend: majorOf({ minor: campaign.currentSpendMinor, currency: campaign.currency }),
  updated_at: campaign.updatedAt.toISOString(),
  stats: {
    total_affiliates: statistics.affiliates,
    total_clicks: statistics.clicks,
    total_conversions: statistics.conversions,
    total_revenue: majorOf(statistics.revenue),
  },
  by_currency: Object.fromEntries(
    statistics.otherCurrencies.map(({ revenue, commission }) => [
      revenue.currency,
      { total_revenue: majorOf(revenue), current_spend: majorOf(commission) },
    ]),
  ),
});

export function presentAffiliate(affiliate: ListedAffiliate, linkBase: string): Affiliate {
  const { statistics } = affiliate;
  return {
    id: affiliate.id,
    affiliation_id: affiliate.affiliationId,
    email: affiliate.email,
    name: affiliate.name,
    ...shownStatus(affiliate.status),
    unique_link: `${linkBase}/r/${affiliate.code}`,
    affiliate_code: affiliate.code,
    joined_at: affiliate.joinedAt.toISOString(),
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

export const presentConversion = (conversion: Conversion): WireConversion => ({
  id: conversion.id,
  campaign_id: conversion.campaignId,
  affiliate_id: conversion.affiliateId,
  external_id: conversion.externalId,
  amount: majorOf(conversion.amount),
  currency: conversion.amount.currency,
  commission: majorOf(conversion.commission),
  commission_currency: conversion.commission.currency,
  status: conversion.status,
  click_id: conversion.origin.clickId,
  created_at: conversion.createdAt.toISOString(),
  matures_at: conversion.maturesAt.toISOString(),
  approved_at: conversion.approvedAt?.toISOString() ?? null,
  rejected_at: conversion.rejectedAt?.toISOString() ?? null,
  rejection_reason: conversion.rejectionReason,
});
