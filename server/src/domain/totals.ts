import type { Conversion, ConversionStatus } from "./conversion.ts";
import { DAY_MS, dayOf } from "./day.ts";
import type { AffiliationId, CampaignId } from "./ids.ts";

/** A change to the stored conversion totals. */
export interface TotalsChange {
  readonly scope: CampaignId | AffiliationId;
  /** UTC, or `-infinity` for the total of all days. */
  readonly day: string;
  readonly status: ConversionStatus;
  readonly currency: string;
  readonly commissionCurrency: string;
  readonly conversions: bigint;
  readonly revenueMinor: bigint;
  readonly commissionMinor: bigint;
}

export const ALL_DAYS = "-infinity";

/**
 * Moves the conversion from the totals of its old status to those of its new one. `before` is null for a new
 * conversion.
 */
export function totalsBetween(before: ConversionStatus | null, after: Conversion): TotalsChange[] {
  const scopes = [after.campaignId, after.affiliationId];
  const days = [ALL_DAYS, dayOf(after.createdAt)];
  const steps: [ConversionStatus, bigint][] = before === null ? [] : [[before, -1n]];
  steps.push([after.status, 1n]);
  return scopes.flatMap((scope) =>
    days.flatMap((day) =>
      steps.map(([status, sign]) => ({
        scope,
        day,
        status,
        currency: after.amount.currency,
        commissionCurrency: after.commission.currency,
        conversions: sign,
        revenueMinor: sign * after.amount.minor,
        commissionMinor: sign * after.commission.minor,
      })),
    ),
  );
}

/** How a conversion changes the daily totals of its campaign and its affiliate, in one currency. */
export interface DayChange {
  readonly currency: string;
  readonly conversions: bigint;
  readonly revenueMinor: bigint;
  readonly commissionMinor: bigint;
  /** Pending conversions whose commission is in this currency. Stored for campaigns only. */
  readonly waiting: bigint;
  readonly waitingMinor: bigint;
  /** Conversions that came from a click. */
  readonly clicked: bigint;
}

/** Rejected conversions do not count, so an approval changes only the pending figures. Sorted by currency code. */
export function dayBetween(before: ConversionStatus | null, after: Conversion): DayChange[] {
  const counted = signBetween(before !== null && before !== "rejected", after.status !== "rejected");
  const waiting = signBetween(before === "pending", after.status === "pending");
  if (counted === 0n && waiting === 0n) return [];
  const { amount, commission } = after;
  const currencies = [...new Set([amount.currency, commission.currency])].sort();
  const changes = currencies.map((currency) => {
    const ofAmount = currency === amount.currency ? counted : 0n;
    const ofCommission = currency === commission.currency;
    return {
      currency,
      conversions: ofAmount,
      revenueMinor: ofAmount * amount.minor,
      commissionMinor: ofCommission ? counted * commission.minor : 0n,
      waiting: ofCommission ? waiting : 0n,
      waitingMinor: ofCommission ? waiting * commission.minor : 0n,
      clicked: after.origin.attributedBy === "click" ? ofAmount : 0n,
    };
  });
  return changes.filter(
    (change) => change.conversions !== 0n || change.commissionMinor !== 0n || change.waiting !== 0n,
  );
}

const signBetween = (was: boolean, is: boolean): bigint => BigInt(Number(is) - Number(was));

/** Every day of the range, inclusive. */
export function daysFrom(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dayOf(new Date(at)));
  return days;
}
