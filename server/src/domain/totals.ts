import type { Conversion, ConversionStatus } from "./conversion.ts";
import type { AccountId, AffiliateId, AffiliationId, CampaignId } from "./ids.ts";
import { DAY_MS, dayOf } from "./values/day.ts";

/**
 * What a change of a conversion adds to everything that is counted: totals of its campaign and its affiliation, daily
 * totals of its campaign and its affiliate, and the balances of its campaign and of pending commission.
 */
export interface ConversionDelta {
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
  readonly affiliateId: AffiliateId;
  readonly affiliationId: AffiliationId;
  /** When it was tracked, in UTC. */
  readonly day: string;
  readonly status: ConversionStatus;
  readonly currency: string;
  readonly commissionCurrency: string;
  /** Whether it came from a click. */
  readonly clicked: boolean;
  readonly conversions: bigint;
  readonly revenueMinor: bigint;
  readonly commissionMinor: bigint;
}

/** The day of the totals of all days. */
export const ALL_DAYS = "-infinity";

/**
 * Moves the conversion from its old status to its new one, or changes what its status has. `before` is null for a new
 * conversion.
 */
export function deltasBetween(before: Conversion | null, after: Conversion): ConversionDelta[] {
  const { accountId, campaignId, affiliateId, affiliationId, amount, commission, origin } = after;
  const same = {
    accountId,
    campaignId,
    affiliateId,
    affiliationId,
    day: dayOf(after.createdAt),
    currency: amount.currency,
    commissionCurrency: commission.currency,
    clicked: origin.attributedBy === "click",
  };
  return stepsBetween(before, after).map((step) => ({ ...same, ...step }));
}

type Step = Pick<ConversionDelta, "status" | "conversions" | "revenueMinor" | "commissionMinor">;

function stepsBetween(before: Conversion | null, after: Conversion): Step[] {
  if (before?.status !== after.status) return [...(before ? [counted(before, -1n)] : []), counted(after, 1n)];
  const step = difference(before, after);
  return step.revenueMinor === 0n && step.commissionMinor === 0n ? [] : [step];
}

const counted = ({ status, amount, commission }: Conversion, sign: bigint): Step => ({
  status,
  conversions: sign,
  revenueMinor: sign * amount.minor,
  commissionMinor: sign * commission.minor,
});

const difference = (before: Conversion, after: Conversion): Step => ({
  status: after.status,
  conversions: 0n,
  revenueMinor: after.amount.minor - before.amount.minor,
  commissionMinor: after.commission.minor - before.commission.minor,
});

/** Every day of the range, inclusive. */
export function daysFrom(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dayOf(new Date(at)));
  return days;
}
