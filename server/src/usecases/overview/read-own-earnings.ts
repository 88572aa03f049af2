import type { CampaignId } from "../../domain/ids.ts";
import { readScope } from "../../store/campaigns/own-affiliations.ts";
import { readCommissionByMonth, type MonthCommission } from "../../store/overview/own-totals.ts";
import type { AffiliateContext } from "../context.ts";

export type { MonthCommission } from "../../store/overview/own-totals.ts";

/** Earnings by month. Returns nothing for an invalid ID or another affiliate's. */
export async function readEarnings(
  { db, userId }: AffiliateContext,
  campaignId: CampaignId | null | undefined,
): Promise<MonthCommission[]> {
  if (campaignId === null) return [];
  return readCommissionByMonth(db, await readScope(db, userId, campaignId));
}
