import type { Currency } from "../../domain/values/currency.ts";
import type { CampaignId } from "../../domain/ids.ts";
import type { Money } from "../../domain/values/money.ts";
import { spanOf } from "../../domain/overview.ts";
import { daysFrom } from "../../domain/totals.ts";
import { readScope } from "../../store/campaigns/own-affiliations.ts";
import {
  readClicksByDay,
  readCommissionByDay,
  readNextToMature,
  readPendingCommission,
  readUnpaidCommission,
  type DayCommission,
  type MaturingDay,
} from "../../store/overview/own-totals.ts";
import type { AffiliateContext } from "../context.ts";

export interface OverviewQuestion {
  /** null: the given ID is malformed, so nothing matches. */
  readonly campaignId: CampaignId | null | undefined;
  /** UTC days, inclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}
export interface OverviewDay {
  readonly day: string;
  readonly clicks: number;
  /** Without rejected conversions. */
  readonly conversions: number;
  readonly earned: readonly Money[];
}
export interface Standing {
  readonly currency: Currency;
  readonly pendingMinor: bigint;
  readonly maturingMinor: bigint;
  readonly withdrawableMinor: bigint;
  readonly owedBackMinor: bigint;
  readonly payableMinor: bigint;
}

const nothing = { pendingMinor: 0n, maturingMinor: 0n, withdrawableMinor: 0n, owedBackMinor: 0n, payableMinor: 0n };

export interface Overview {
  readonly from: string;
  readonly to: string;
  readonly days: readonly OverviewDay[];
  readonly standings: readonly Standing[];
  readonly nextToMature: readonly MaturingDay[];
}

/** Reads only totals and unpaid commission, so the cost does not grow with history. */
export async function readOverview(context: AffiliateContext, question: OverviewQuestion): Promise<Overview> {
  const { reads, clock, userId } = context;
  const { campaignId } = question;
  const now = clock.now();
  const span = spanOf(question, now);
  const narrowed = { now, ofCampaign: campaignId !== undefined };
  const [clicks, commissions, pending, unpaid, nextToMature] = await reads.run(async (db) => {
    const scope =
      campaignId === null ? { affiliationUuids: [], affiliates: [] } : await readScope(db, userId, campaignId);
    return Promise.all([
      readClicksByDay(db, scope, span),
      readCommissionByDay(db, scope, span),
      readPendingCommission(db, scope),
      readUnpaidCommission(db, scope, narrowed),
      readNextToMature(db, scope, narrowed),
    ]);
  });
  const standings = new Map<Currency, Standing>();
  const add = (currency: Currency, part: Partial<Standing>): void => {
    standings.set(currency, { ...nothing, currency, ...standings.get(currency), ...part });
  };
  for (const { currency, commissionMinor } of pending) add(currency, { pendingMinor: commissionMinor });
  for (const each of unpaid) add(each.currency, each);
  return {
    ...span,
    days: daysOf(span, clicks, commissions),
    standings: [...standings.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    nextToMature,
  };
}

/** Includes days without activity, as zeros. */
function daysOf(
  { from, to }: { from: string; to: string },
  clicks: ReadonlyMap<string, number>,
  commissions: readonly DayCommission[],
): OverviewDay[] {
  const counted = commissions.filter(({ status, conversions }) => status !== "rejected" && conversions > 0n);
  const currencies = [...new Set(counted.map(({ currency }) => currency))].sort();
  const byDay = new Map<string, DayCommission[]>();
  for (const total of counted) byDay.set(total.day, [...(byDay.get(total.day) ?? []), total]);
  return daysFrom(from, to).map((day) => {
    const ofDay = byDay.get(day) ?? [];
    return {
      day,
      clicks: clicks.get(day) ?? 0,
      conversions: Number(ofDay.reduce((sum, { conversions }) => sum + conversions, 0n)),
      earned: currencies.map((currency) => ({
        currency,
        minor: ofDay.reduce((sum, total) => (total.currency === currency ? sum + total.commissionMinor : sum), 0n),
      })),
    };
  });
}
