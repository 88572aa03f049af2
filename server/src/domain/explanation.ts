import { commissionValueOf, type CommissionRule } from "./values/commission.ts";
import { ownCouponOf, type Conversion, type ConversionOrigin } from "./conversion.ts";

/** Why a conversion belongs to its affiliate and how its commission was calculated, for both sides. */
export interface Explanation {
  readonly attributedBy: ConversionOrigin["attributedBy"];
  /** null: not attributed by a click. */
  readonly click: { readonly clickedAt: Date; readonly windowDays: number } | null;
  /** The affiliate's coupon, if the customer used it. */
  readonly ownCoupon: string | null;
  /** What pointed to another affiliate. */
  readonly otherEvidence: "click" | "coupon" | null;
  readonly rule: { readonly type: CommissionRule["type"]; readonly value: number };
}

const DAY_MS = 86_400_000;

export function explain({ origin }: Pick<Conversion, "origin">): Explanation {
  const { attributedBy, clickedAt, clickExpiresAt, rule, otherAffiliationId } = origin;
  const lost = attributedBy === "click" ? "coupon" : "click";
  const windowMs = clickedAt && clickExpiresAt ? clickExpiresAt.getTime() - clickedAt.getTime() : 0;
  return {
    attributedBy,
    click: clickedAt && clickExpiresAt ? { clickedAt, windowDays: Math.round(windowMs / DAY_MS) } : null,
    ownCoupon: ownCouponOf(origin),
    otherEvidence: otherAffiliationId === null ? null : lost,
    rule: { type: rule.type, value: commissionValueOf(rule) },
  };
}
