import type { Conversion, ConversionStatus } from "./conversion.ts";
import { DAY_MS, dayOf } from "./values/day.ts";
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
 * Moves the conversion from the totals of its old status to those of its new one, or changes those of its status.
 * `before` is null for a new conversion.
 */
export function totalsBetween(before: Conversion | null, after: Conversion): TotalsChange[] {
  const scopes = [after.campaignId, after.affiliationId];
  const days = [ALL_DAYS, dayOf(after.createdAt)];
  const steps =
    before?.status === after.status
      ? [difference(before, after)]
      : [...(before ? [counted(before, -1n)] : []), counted(after, 1n)];
  const currencies = { currency: after.amount.currency, commissionCurrency: after.commission.currency };
  return scopes.flatMap((scope) =>
    days.flatMap((day) => steps.map((step) => ({ scope, day, ...currencies, ...step }))),
  );
}

/** One change for each total. */
export function addedUp(changes: readonly TotalsChange[]): readonly TotalsChange[] {
  const sums = new Map<string, TotalsChange>();
  for (const change of changes) {
    const { scope, day, status, currency, commissionCurrency } = change;
    const key = [scope, day, status, currency, commissionCurrency].join();
    const sum = sums.get(key);
    sums.set(key, sum ? { ...change, ...plus(sum, change) } : change);
  }
  return [...sums.values()];
}

type Figures = Pick<TotalsChange, "conversions" | "revenueMinor" | "commissionMinor">;

const plus = (a: Figures, b: Figures): Figures => ({
  conversions: a.conversions + b.conversions,
  revenueMinor: a.revenueMinor + b.revenueMinor,
  commissionMinor: a.commissionMinor + b.commissionMinor,
});

type Counted = Pick<TotalsChange, "status" | "conversions" | "revenueMinor" | "commissionMinor">;

const counted = ({ status, amount, commission }: Conversion, sign: bigint): Counted => ({
  status,
  conversions: sign,
  revenueMinor: sign * amount.minor,
  commissionMinor: sign * commission.minor,
});

const difference = (before: Conversion, after: Conversion): Counted => ({
  status: after.status,
  conversions: 0n,
  revenueMinor: after.amount.minor - before.amount.minor,
  commissionMinor: after.commission.minor - before.commission.minor,
});

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
export function dayBetween(before: Conversion | null, after: Conversion): DayChange[] {
  const currencies = [...new Set([after.amount.currency, after.commission.currency])].sort();
  return currencies.flatMap((currency) => {
    const figures = minus(onDay(after, currency), before ? onDay(before, currency) : nothing);
    return Object.values(figures).some((figure) => figure !== 0n) ? [{ currency, ...figures }] : [];
  });
}

type DayFigures = Omit<DayChange, "currency">;

const nothing: DayFigures = {
  conversions: 0n,
  revenueMinor: 0n,
  commissionMinor: 0n,
  waiting: 0n,
  waitingMinor: 0n,
  clicked: 0n,
};

const minus = (now: DayFigures, was: DayFigures): DayFigures => ({
  conversions: now.conversions - was.conversions,
  revenueMinor: now.revenueMinor - was.revenueMinor,
  commissionMinor: now.commissionMinor - was.commissionMinor,
  waiting: now.waiting - was.waiting,
  waitingMinor: now.waitingMinor - was.waitingMinor,
  clicked: now.clicked - was.clicked,
});

/** What one conversion adds to the figures of its day. */
function onDay({ status, amount, commission, origin }: Conversion, currency: string): DayFigures {
  const ofAmount = status !== "rejected" && currency === amount.currency;
  const ofCommission = status !== "rejected" && currency === commission.currency;
  const isWaiting = status === "pending" && ofCommission;
  return {
    conversions: ofAmount ? 1n : 0n,
    revenueMinor: ofAmount ? amount.minor : 0n,
    commissionMinor: ofCommission ? commission.minor : 0n,
    waiting: isWaiting ? 1n : 0n,
    waitingMinor: isWaiting ? commission.minor : 0n,
    clicked: ofAmount && origin.attributedBy === "click" ? 1n : 0n,
  };
}

/** Every day of the range, inclusive. */
export function daysFrom(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dayOf(new Date(at)));
  return days;
}
