import type { Plan } from "./plan.ts";

/** The same time of day that many calendar months later (UTC), or on the last day if the month is too short. */
export function monthsAfter(start: Date, months: number): Date {
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const moved = new Date(start);
  moved.setUTCFullYear(year, month, Math.min(start.getUTCDate(), lastDay));
  return moved;
}

/** The first month after the binding is 1. An order that was paid before the binding is in the first month, too. */
export function monthNumber(boundAt: Date, paidAt: Date): number {
  const between =
    (paidAt.getUTCFullYear() - boundAt.getUTCFullYear()) * 12 + paidAt.getUTCMonth() - boundAt.getUTCMonth();
  const whole = paidAt < monthsAfter(boundAt, between) ? between - 1 : between;
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
  | { readonly pays: "payments_left"; readonly left: number };

export function paysUntil(
  { repeat }: Plan,
  { boundAt, payments }: { boundAt: Date; payments: number },
  now: Date,
): PaysUntil {
  if (repeat.pay === "every") return { pays: "always" };
  if (repeat.pay === "none") return { pays: "no_more" };
  if (repeat.pay === "months") {
    const until = monthsAfter(boundAt, repeat.months);
    return now < until ? { pays: "until", until } : { pays: "no_more" };
  }
  const left = repeat.payments - payments;
  return left > 0 ? { pays: "payments_left", left } : { pays: "no_more" };
}
