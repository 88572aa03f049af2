import { commissionValueOf, type CommissionRule } from "./commission.ts";
import type { Conversion } from "./conversion.ts";
import { moneyText } from "./money.ts";

/** Why a conversion belongs to its affiliate and how its commission was calculated, for both sides. */
export interface Explanation {
  readonly attribution: string;
  readonly commission: string;
  readonly facts: CalculationFacts;
}

/** What the sentences say, for readers who format times and amounts themselves. */
export interface CalculationFacts {
  readonly click: { readonly clickedAt: Date; readonly windowDays: number } | null;
  readonly rule: { readonly type: CommissionRule["type"]; readonly value: number };
}

export function explain(conversion: Conversion): Explanation {
  return {
    attribution: explainAttribution(conversion),
    commission: explainCommission(conversion),
    facts: factsOf(conversion),
  };
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

function factsOf({ origin: { clickedAt, clickExpiresAt, rule } }: Conversion): CalculationFacts {
  const windowMs = clickedAt && clickExpiresAt ? clickExpiresAt.getTime() - clickedAt.getTime() : 0;
  return {
    click: clickedAt && clickExpiresAt ? { clickedAt, windowDays: Math.round(windowMs / DAY_MS) } : null,
    rule: { type: rule.type, value: commissionValueOf(rule) },
  };
}

function explainAttribution({ origin, createdAt }: Conversion): string {
  if (!origin.clickedAt || !origin.clickExpiresAt)
    return "The order came with the affiliate's code, but without a valid click.";
  const since = span(createdAt.getTime() - origin.clickedAt.getTime());
  const left = span(origin.clickExpiresAt.getTime() - createdAt.getTime());
  return `Attributed to click ${origin.clickId} on ${origin.clickedAt.toISOString()}. The order followed ${since} later, with ${left} of the attribution window left.`;
}

function explainCommission({ origin: { rule }, amount, commission }: Conversion): string {
  const paid = `${moneyText(commission)} ${commission.currency}`;
  if (rule.type === "fixed") return `Each conversion pays ${paid}.`;
  return `${commissionValueOf(rule)}% of ${moneyText(amount)} ${amount.currency}, rounded half up, is ${paid}.`;
}

function span(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 1) return countOf(Math.max(0, Math.floor(ms / 1000)), "second");
  if (minutes < 120) return countOf(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}

const countOf = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;
