import { commissionValueOf, type CommissionRule } from "./values/commission.ts";
import type { Conversion, ConversionOrigin } from "./conversion.ts";

/** Why a conversion belongs to its affiliate and how its commission was calculated, for both sides. */
export interface Explanation {
  readonly attributedBy: ConversionOrigin["attributedBy"];
  /** null: not attributed by a click. */
  readonly click: { readonly clickedAt: Date; readonly windowDays: number } | null;
  readonly rule: { readonly type: CommissionRule["type"]; readonly value: number };
}

const DAY_MS = 86_400_000;

export function explain({ origin: { attributedBy, clickedAt, clickExpiresAt, rule } }: Conversion): Explanation {
  const windowMs = clickedAt && clickExpiresAt ? clickExpiresAt.getTime() - clickedAt.getTime() : 0;
  return {
    attributedBy,
    click: clickedAt && clickExpiresAt ? { clickedAt, windowDays: Math.round(windowMs / DAY_MS) } : null,
    rule: { type: rule.type, value: commissionValueOf(rule) },
  };
}
