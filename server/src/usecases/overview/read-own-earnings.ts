import type { CampaignId } from "../../domain/ids.ts";
import { readScope } from "../../store/campaigns/own-affiliations.ts";
import { readCommissionByMonth, type MonthCommission } from "../../store/overview/own-totals.ts";
import type { AffiliateContext } from "../context.ts";

export type { MonthCommission } from "../../store/overview/own-totals.ts";

/** What each month brought. An id that is not one's own, or none of ours, finds nothing. */
export async function readEarnings(
  { db, userId }: AffiliateContext,
  campaignId: CampaignId | null | undefined,
): Promise<MonthCommission[]> {
  if (campaignId === null) return [];
  return readCommissionByMonth(db, await readScope(db, userId, campaignId));
}
