import type { Conversion, ConversionStatus } from "./conversion.ts";
import { DAY_MS, dayOf } from "./day.ts";
import type { AffiliationId, CampaignId } from "./ids.ts";

/** A change of the totals that are kept beside the conversions. */
export interface TotalsChange {
  readonly scope: CampaignId | AffiliationId;
  /** UTC, or `-infinity` for all days together. */
  readonly day: string;
  readonly status: ConversionStatus;
  readonly currency: string;
  readonly commissionCurrency: string;
  readonly conversions: bigint;
  readonly revenueMinor: bigint;
  readonly commissionMinor: bigint;
}

export const ALL_DAYS = "-infinity";

/** Takes the conversion out of the totals of its old status (null: it is new) and puts it into those of its new one. */
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

/** What a conversion adds to, or takes from, the day of its campaign and of its affiliate in one currency. */
export interface DayChange {
  readonly currency: string;
  readonly conversions: bigint;
  readonly revenueMinor: bigint;
  readonly commissionMinor: bigint;
  /** Those with a commission in this currency that wait for a decision. Kept of campaigns alone. */
  readonly waiting: bigint;
  readonly waitingMinor: bigint;
}

/** Rejected ones count for nothing, so an approval changes only what waits. In the order of the currencies' codes. */
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
    };
  });
  return changes.filter(
    (change) => change.conversions !== 0n || change.commissionMinor !== 0n || change.waiting !== 0n,
  );
}

const signBetween = (was: boolean, is: boolean): bigint => BigInt(Number(is) - Number(was));

/** Every day from one to the other, both included. */
export function daysFrom(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dayOf(new Date(at)));
  return days;
}
