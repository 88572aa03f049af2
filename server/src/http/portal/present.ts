import type { PortalCampaignRow, PortalConversionRow, PortalPayoutRow } from "tributary-sdk/pages";
import { shownStatus, type AffiliationStatus } from "../../domain/affiliation.ts";
import { commissionValueOf } from "../../domain/commission.ts";
import type { Currency } from "../../domain/currency.ts";
import { majorOf } from "../../domain/money.ts";
import { earningsOf, type Earnings, type StatusTotal } from "../../domain/statistics.ts";
import { daysToMaturation, linkNotice, stateOf } from "../../domain/terms.ts";
import { isWithdrawable } from "../../domain/withdrawable.ts";
import type { ListedPayout } from "../../usecases/payouts/browse-payouts.ts";
import type { MeasuredAffiliation } from "../../usecases/affiliates/own-campaigns.ts";
import type { OwnConversion } from "../../usecases/conversions/own-conversions.ts";
import { presentPayoutFields } from "../dashboard/money-present.ts";

/** Amounts by the code of their currency, as pages show them. */
export const byCurrency = <Item extends { readonly currency: Currency }, Wire>(
  items: readonly Item[],
  wireOf: (item: Item) => Wire,
): Record<string, Wire> => Object.fromEntries(items.map((item) => [item.currency, wireOf(item)]));

export const major = (minor: bigint, currency: Currency): number => majorOf({ minor, currency });

export function presentCampaignRow(own: MeasuredAffiliation, baseUrl: string): PortalCampaignRow {
  const { affiliation, campaign, merchantName, clicks, totals } = own;
  return {
    id: campaign.id,
    name: campaign.name,
    merchant_name: merchantName,
    status: campaign.status,
    affiliation_id: affiliation.id,
    affiliation_status: affiliationWord(affiliation.status),
    joined_at: affiliation.joinedAt.toISOString(),
    approved_at: affiliation.approvedAt?.toISOString() ?? null,
    affiliate_code: affiliation.code,
    unique_link: `${baseUrl}/r/${affiliation.code}`,
    link_is_tracked: linkNotice(affiliation.status, campaign) === null,
    commission_type: campaign.commission.type,
    commission_value: commissionValueOf(campaign.commission),
    currency: campaign.currency,
    stats: { clicks, conversions: countOf(totals) },
    by_currency: byCurrency(commissionsOf(totals), ({ pendingCommission, approvedCommission }) => ({
      pending: majorOf(pendingCommission),
      approved: majorOf(approvedCommission),
    })),
  };
}

function affiliationWord(status: AffiliationStatus): PortalCampaignRow["affiliation_status"] {
  if (status === "removed") return "left";
  return status === "suspended" ? "suspended" : shownStatus(status).status;
}

/** Currencies that only the orders had are left out: nothing was earned in them. */
const commissionsOf = (totals: readonly StatusTotal[]): Earnings[] =>
  earningsOf(totals).filter(
    ({ pendingCommission, approvedCommission }) => pendingCommission.minor + approvedCommission.minor > 0n,
  );

const countOf = (totals: readonly StatusTotal[]): number =>
  Number(totals.reduce((sum, total) => (total.status === "rejected" ? sum : sum + total.conversions), 0n));

/** Without the merchant's order id, and without anything of the buyer. */
export function presentConversion(
  { conversion, deduction, campaignName, merchantName }: OwnConversion,
  now: Date,
): PortalConversionRow {
  return {
    id: conversion.id,
    campaign_id: conversion.campaignId,
    campaign_name: campaignName,
    merchant_name: merchantName,
    amount: majorOf(conversion.amount),
    currency: conversion.amount.currency,
    commission: majorOf(conversion.commission),
    commission_currency: conversion.commission.currency,
    status: conversion.status,
    created_at: conversion.createdAt.toISOString(),
    matures_at: conversion.maturesAt.toISOString(),
    days_to_maturation: daysToMaturation(conversion, now),
    withdrawable: isWithdrawable(conversion, deduction, now),
    deducted: deduction !== null,
    payout_id: conversion.payoutId,
    approved_at: conversion.approvedAt?.toISOString() ?? null,
    rejected_at: conversion.rejectedAt?.toISOString() ?? null,
    rejection_reason: conversion.rejectionReason,
    state: stateOf(conversion, deduction, now),
  };
}

export const presentOwnPayout = (listed: ListedPayout): PortalPayoutRow => ({
  ...presentPayoutFields(listed),
  merchant_name: listed.merchantName,
});
