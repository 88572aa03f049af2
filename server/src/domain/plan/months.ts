import type { Plan } from "./plan.ts";

/** The same time of day that many calendar months later (UTC), or on the last day if the month is too short. */
export function monthsAfter(start: Date, months: number): Date {
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const moved = new Date(start);
  moved.setUTCFullYear(year, month, Math.min(start.getUTCDate(), lastDay));
  return moved;
}

/** The first month after the first order is 1. An order that was paid before it and arrived later is in the first month, too. */
export function monthNumber(firstOrderAt: Date, paidAt: Date): number {
  const between =
    (paidAt.getUTCFullYear() - firstOrderAt.getUTCFullYear()) * 12 + paidAt.getUTCMonth() - firstOrderAt.getUTCMonth();
  const whole = paidAt < monthsAfter(firstOrderAt, between) ? between - 1 : between;
  return Math.max(1, whole + 1);
}

/** A calendar month in UTC. `to` is exclusive. */
export interface Month {
  readonly from: Date;
  readonly to: Date;
  /** 2026-10 */
  readonly name: string;
}

export function monthOf(at: Date): Month {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const from = new Date(Date.UTC(year, month));
  return { from, to: new Date(Date.UTC(year, month + 1)), name: from.toISOString().slice(0, 7) };
}

/** How long a bound customer's orders still pay. */
export type PaysUntil =
  | { readonly pays: "always" | "no_more" }
  | { readonly pays: "until"; readonly until: Date }
  /** From the first order, which is still to come. */
  | { readonly pays: "months"; readonly months: number }
  | { readonly pays: "payments_left"; readonly left: number };

export function paysUntil(
  { repeat }: Plan,
  { firstOrderAt, payments }: { firstOrderAt: Date | null; payments: number },
  now: Date,
): PaysUntil {
  if (repeat.pay === "every") return { pays: "always" };
  if (repeat.pay === "none") return firstOrderAt === null ? { pays: "payments_left", left: 1 } : { pays: "no_more" };
  if (repeat.pay === "months") {
    if (firstOrderAt === null) return { pays: "months", months: repeat.months };
    const until = monthsAfter(firstOrderAt, repeat.months);
    return now < until ? { pays: "until", until } : { pays: "no_more" };
  }
  const left = repeat.payments - payments;
  return left > 0 ? { pays: "payments_left", left } : { pays: "no_more" };
}
