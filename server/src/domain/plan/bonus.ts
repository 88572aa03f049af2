import { MATURATION_DAYS_MAX } from "tributary-sdk/limits";
import { daysAfter } from "../values/day.ts";
import { monthOf, monthsAfter, type Month } from "./months.ts";
import type { Bonus, Plan } from "./plan.ts";
import { tracePay, type Trace } from "./trace.ts";

/** A bonus is tracked like an order with this ID, so it is paid once per rule, affiliation and month. */
export const bonusExternalId = (ruleId: string, affiliationId: string, month: string): string =>
  `bonus:${ruleId}:${affiliationId}:${month}`;

/** The month of a bonus, such as 2026-10. A number follows if an order of the shop has the same ID. */
export const bonusMonthOf = (externalId: string): string => externalId.split(":")[3] ?? "";

/** When the month is over and its last order has matured. */
export const bonusDueAt = ({ to }: Month, maturationDays: number): Date => daysAfter(to, maturationDays);

export const bonusesReached = ({ bonuses }: Plan, approved: number): readonly Bonus[] =>
  bonuses.filter(({ reach }) => approved >= reach);

/** One line: the bonus itself. There is no order behind it. */
export const traceOfBonus = ({ id, value }: Bonus): Trace => ({
  lines: [
    {
      rule: id,
      sku: null,
      quantity: null,
      amountMinor: 0n,
      pay: tracePay({ type: "fixed", fixed: value }),
      commissionMinor: value.minor,
      reason: null,
    },
  ],
  caps: [],
});

/** Until then, orders were on hold for so many days. */
export interface MaturationChange {
  readonly changedAt: Date;
  readonly daysBefore: number;
}

/**
 * A shorter hold period makes months due at once that were not due yet. Months that were due stay so, whatever the hold
 * period is by now. The oldest change comes first.
 */
function becameDueAt(month: Month, maturationDays: number, changes: readonly MaturationChange[]): Date {
  let since = month.to;
  for (const { changedAt, daysBefore } of changes) {
    const dueAt = later(since, bonusDueAt(month, daysBefore));
    if (dueAt <= changedAt) return dueAt;
    since = later(since, changedAt);
  }
  return later(since, bonusDueAt(month, maturationDays));
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);

const MONTHS_TRIED = 3;

/**
 * Newest first. Each is tried for three months from when it became due, so that orders approved late and bonuses without
 * room in the budget get another try.
 */
export function dueMonths(now: Date, maturationDays: number, changes: readonly MaturationChange[]): Month[] {
  const months: Month[] = [];
  const oldest = daysAfter(monthsAfter(now, -MONTHS_TRIED), -MATURATION_DAYS_MAX);
  for (let month = monthBefore(monthOf(now)); month.to > oldest; month = monthBefore(month)) {
    const dueAt = becameDueAt(month, maturationDays, changes);
    if (dueAt <= now && now < monthsAfter(dueAt, MONTHS_TRIED)) months.push(month);
  }
  return months;
}

const monthBefore = ({ from }: Month): Month => monthOf(monthsAfter(from, -1));
