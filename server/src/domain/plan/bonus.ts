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

/** The newest month whose bonuses are due. */
export function newestDueMonth(now: Date, maturationDays: number): Month {
  const { from } = monthOf(daysAfter(now, -maturationDays));
  return monthOf(daysAfter(from, -1));
}

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

const MONTHS_BACK = 3;

/** Newest first. More than one, so that orders approved late and bonuses without room in the budget get another try. */
export function dueMonths(now: Date, maturationDays: number): Month[] {
  const newest = newestDueMonth(now, maturationDays);
  return Array.from({ length: MONTHS_BACK }, (_, back) => monthOf(monthsAfter(newest.from, -back)));
}
