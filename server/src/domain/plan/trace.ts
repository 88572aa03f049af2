import type { CommissionLine, LineReason, PlanPay } from "tributary-sdk/plan";
import type { Currency } from "../values/currency.ts";
import { commissionValueOf } from "../values/commission.ts";
import { majorOf } from "../values/money.ts";
import type { Pay } from "./plan.ts";

/** How a commission was calculated. The rules are frozen in it: refunds and edits of the order never read the plan again. */
export interface Trace {
  /** Items with a rule of their own, the rest of the order, what limits take away, and the rules that did not pay. */
  readonly lines: readonly TraceLine[];
  readonly caps: readonly Cap[];
}

export interface TraceLine {
  /** The ID of a rule, or `base`, `tiers`, `repeat`, `order_max`, `customer_max`, `binding`. */
  readonly rule: string;
  /** null for the rest of the order. */
  readonly sku: string | null;
  readonly quantity: number | null;
  readonly amountMinor: bigint | null;
  readonly pay: TracePay | null;
  readonly commissionMinor: bigint;
  /** Why it did not pay; null if it counts. */
  readonly reason: LineReason | null;
}

export type TracePay =
  | { readonly type: "fixed"; readonly minor: bigint }
  | { readonly type: "percentage"; readonly partsPerMillion: bigint }
  | { readonly type: "none" };

/** A limit, and how much of it was left for this order. */
export interface Cap {
  readonly rule: "order_max" | "customer_max";
  readonly maxMinor: bigint;
  readonly leftMinor: bigint;
}

/** A line for a part of the order that a rule applies to. */
export type PaidLine = TraceLine & { readonly amountMinor: bigint; readonly pay: TracePay; readonly reason: null };

export const isPaid = (line: TraceLine): line is PaidLine =>
  line.reason === null && line.amountMinor !== null && line.pay !== null;

export const isOfItem = (line: PaidLine): line is PaidLine & { readonly sku: string; readonly quantity: number } =>
  line.sku !== null && line.quantity !== null;

/** The amount of the order that the lines are about. */
export const coveredBy = (lines: Trace["lines"]): bigint =>
  lines.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0n), 0n);

export const tracePay = (pay: Pay): TracePay =>
  pay.type === "fixed" ? { type: "fixed", minor: pay.fixed.minor } : pay;

/** In major units, for the API. A plan with only a fixed base pays its own currency for orders in any other one. */
export function linesOf(trace: Trace, currency: Currency, orderCurrency: Currency = currency): CommissionLine[] {
  return trace.lines.map(({ rule, sku, quantity, amountMinor, pay, commissionMinor, reason }) => ({
    rule,
    sku,
    quantity,
    amount: amountMinor === null ? null : majorOf({ minor: amountMinor, currency: orderCurrency }),
    pay: pay && wirePay(pay, currency),
    commission: majorOf({ minor: commissionMinor, currency }),
    reason,
  }));
}

function wirePay(pay: TracePay, currency: Currency): PlanPay {
  if (pay.type === "none") return pay;
  if (pay.type === "fixed") return { type: "fixed", value: majorOf({ minor: pay.minor, currency }) };
  return { type: "percentage", value: commissionValueOf(pay) };
}

/** As stored: bigints as text, and nulls left out. */
export interface TraceJson {
  readonly lines: readonly LineJson[];
  readonly caps?: readonly { readonly rule: Cap["rule"]; readonly max: string; readonly left: string }[];
}
interface LineJson {
  readonly rule: string;
  readonly sku?: string;
  readonly quantity?: number;
  readonly amount?: string;
  readonly pay?: { readonly fixed: string } | { readonly ppm: string } | { readonly none: true };
  readonly commission: string;
  readonly reason?: LineReason;
}

export function traceJson({ lines, caps }: Trace): TraceJson {
  return {
    lines: lines.map(({ rule, sku, quantity, amountMinor, pay, commissionMinor, reason }) => ({
      rule,
      ...(sku !== null && { sku }),
      ...(quantity !== null && { quantity }),
      ...(amountMinor !== null && { amount: String(amountMinor) }),
      ...(pay && { pay: storedPay(pay) }),
      commission: String(commissionMinor),
      ...(reason && { reason }),
    })),
    ...(caps.length > 0 && {
      caps: caps.map(({ rule, maxMinor, leftMinor }) => ({ rule, max: String(maxMinor), left: String(leftMinor) })),
    }),
  };
}

function storedPay(pay: TracePay): NonNullable<LineJson["pay"]> {
  if (pay.type === "fixed") return { fixed: String(pay.minor) };
  return pay.type === "percentage" ? { ppm: String(pay.partsPerMillion) } : { none: true };
}

export function parseTrace({ lines, caps = [] }: TraceJson): Trace {
  return {
    lines: lines.map(({ rule, sku, quantity, amount, pay, commission, reason }) => ({
      rule,
      sku: sku ?? null,
      quantity: quantity ?? null,
      amountMinor: amount === undefined ? null : BigInt(amount),
      pay: pay ? payStored(pay) : null,
      commissionMinor: BigInt(commission),
      reason: reason ?? null,
    })),
    caps: caps.map(({ rule, max, left }) => ({ rule, maxMinor: BigInt(max), leftMinor: BigInt(left) })),
  };
}

function payStored(pay: NonNullable<LineJson["pay"]>): TracePay {
  if ("fixed" in pay) return { type: "fixed", minor: BigInt(pay.fixed) };
  return "ppm" in pay ? { type: "percentage", partsPerMillion: BigInt(pay.ppm) } : { type: "none" };
}
