import type { CampaignId } from "../../domain/ids.ts";
import { yearUntil } from "../../domain/overview.ts";
import { readScope } from "../../store/campaigns/own-affiliations.ts";
import { hasCommissionBefore, readCommissionByMonth, type MonthCommission } from "../../store/overview/own-totals.ts";
import type { AffiliateContext } from "../context.ts";

export type { MonthCommission } from "../../store/overview/own-totals.ts";

export interface EarningsQuestion {
  /** null: the given ID is malformed, so nothing matches. */
  readonly campaignId: CampaignId | null | undefined;
  /** The last month, `2026-03`; the current one by default. */
  readonly until: string | undefined;
}
export interface Earnings {
  /** The first and the last month. */
  readonly from: string;
  readonly until: string;
  readonly earlier: boolean;
  readonly months: readonly MonthCommission[];
}

/** Earnings of twelve months, so that the cost does not grow with history. */
export async function readEarnings(
  { reads, clock, userId }: AffiliateContext,
  { campaignId, until = clock.now().toISOString().slice(0, 7) }: EarningsQuestion,
): Promise<Earnings> {
  const span = yearUntil(until);
  const bounds = { from: span.from.slice(0, 7), until };
  if (campaignId === null) return { ...bounds, earlier: false, months: [] };
  const [months, earlier] = await reads.run(async (db) => {
    const scope = await readScope(db, userId, campaignId);
    return Promise.all([readCommissionByMonth(db, scope, span), hasCommissionBefore(db, scope, span.from)]);
  });
  return { ...bounds, earlier, months };
}
