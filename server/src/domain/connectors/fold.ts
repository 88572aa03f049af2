import type { CommissionBase } from "tributary-sdk/words";
import type { OrderItem } from "../plan/calculation.ts";
import type { RefundedItem } from "../refund.ts";
import type { Currency } from "../values/currency.ts";
import { ORDER_ITEMS_MAX } from "tributary-sdk/limits";
import type { CouponFact, CouponOfOrder } from "./fact.ts";
import type { KnownEvidence, KnownPayment } from "./fact-json.ts";
import type { RefundFact } from "./fact.ts";
import type { RecordedRefund } from "./recorded-refund.ts";
import { refundProblem, wantedRefunds } from "./wanted-refunds.ts";

/** Everything that is known about an order. The order of the lists does not matter. */
export interface OrderKnowledge {
  readonly payment: KnownPayment;
  readonly evidence: readonly KnownEvidence[];
  readonly refunds: readonly RefundFact[];
  readonly coupons: readonly CouponFact[];
  /** What its refunds were recorded as, if it has a conversion. Decides only who gets a cent of rounding. */
  readonly recorded?: readonly RecordedRefund[];
}

/** What should be recorded about an order. */
export interface WantedOrder {
  readonly orderId: string;
  /** When the provider said so. */
  readonly at: Date;
  readonly currency: Currency;
  /** What commission is paid on. 0: a trial or a free order, which only binds its customer. */
  readonly amountMinor: bigint;
  readonly items: readonly OrderItem[];
  /** null: not paid yet. */
  readonly paidAt: Date | null;
  readonly customerKey: string | null;
  readonly subscriptionId: string | null;
  /** Only its customer's binding attributes it. */
  readonly renewal: boolean;
  /** The provider says that it is the first payment of its subscription. */
  readonly startsSubscription: boolean;
  /** The handle of its subscription, if all its payments have it. */
  readonly subscriptionHandle: string | null;
  readonly country: string | null;
  readonly clickId: string | null;
  readonly couponCodes: readonly string[];
  /** Whether it names a coupon whose text is not known yet. */
  readonly waitsForCoupon: boolean;
  /** Whether an event that says who brought the customer is not known yet. */
  readonly waitsForEvidence: boolean;
  readonly refunds: readonly WantedRefund[];
  /** Why some of it cannot be recorded, as one sentence; null if all of it can. */
  readonly problem: string | null;
}

export interface WantedRefund {
  /** Its external ID. */
  readonly key: string;
  /** In the money that commission is paid on. */
  readonly amountMinor: bigint;
  readonly items: readonly RefundedItem[] | null;
  readonly reason: string | null;
  readonly occurredAt: Date;
}

/** Turns all facts of an order into what should be recorded, whatever the order in which they arrived. */
export function fold(known: OrderKnowledge, base: CommissionBase): WantedOrder {
  const { payment } = known;
  const evidence = known.evidence.toSorted(newestFirst);
  const amountMinor = baseAmount(payment, base);
  const named = payment.renewal ? [] : [...payment.coupons, ...evidence.flatMap(({ coupons }) => coupons)];
  const codes = named.map((coupon) => codeOf(coupon, known.coupons));
  return {
    orderId: payment.orderId,
    at: payment.at,
    currency: payment.currency,
    amountMinor,
    items: itemsOf(payment, amountMinor),
    paidAt: payment.paidAt,
    customerKey: payment.customerKey ?? firstOf(evidence, ({ customerKey }) => customerKey),
    subscriptionId: payment.subscriptionId,
    renewal: payment.renewal,
    startsSubscription: payment.startsSubscription === true,
    subscriptionHandle: payment.handles.find((handle) => handle.startsWith("subscription:")) ?? null,
    country: payment.country,
    // A click or coupon of the first payment comes with every renewal.
    clickId: payment.renewal ? null : clickOf(payment, evidence),
    couponCodes: [...new Set(codes.filter((code) => code !== undefined))],
    waitsForCoupon: codes.includes(undefined),
    waitsForEvidence: payment.evidenceFollows === true && !evidence.some(({ isLast }) => isLast === true),
    refunds: wantedRefunds(known, { base, amountMinor }),
    problem: refundProblem(known),
  };
}

/** Of the order itself first, then what its payment or subscription remembers. */
function clickOf(payment: KnownPayment, evidence: readonly KnownEvidence[]): string | null {
  const own = evidence.filter(({ isOfOrder }) => isOfOrder === true);
  const clickId = (each: KnownEvidence): string | null => each.clickId;
  return firstOf(own, clickId) ?? payment.clickId ?? firstOf(evidence, clickId);
}

function newestFirst(a: KnownEvidence, b: KnownEvidence): number {
  const apart = b.at.getTime() - a.at.getTime();
  return apart === 0 ? (a.objectId < b.objectId ? -1 : 1) : apart;
}

function firstOf(evidence: readonly KnownEvidence[], valueOf: (each: KnownEvidence) => string | null): string | null {
  for (const each of evidence) {
    const value = valueOf(each);
    if (value !== null) return value;
  }
  return null;
}

/** undefined: its text is not known yet. */
function codeOf(coupon: CouponOfOrder, known: readonly CouponFact[]): string | undefined {
  return "code" in coupon ? coupon.code : known.find(({ objectId }) => objectId === coupon.couponId)?.code;
}

export function baseAmount({ amounts }: KnownPayment, base: CommissionBase): bigint {
  const amount = { net: amounts.net, net_and_shipping: amounts.netAndShipping, gross: amounts.gross }[base];
  return amount > 0n ? amount : 0n;
}

/** None if they are not worth what was paid, such as after a partial payment: then the order's rate applies. */
function itemsOf({ items }: KnownPayment, amountMinor: bigint): OrderItem[] {
  const total = items.reduce((sum, item) => sum + item.amountMinor, 0n);
  const isUsable =
    total <= amountMinor && items.length <= ORDER_ITEMS_MAX && items.every((item) => item.amountMinor >= 0n);
  if (!isUsable) return [];
  return items.map(({ sku, productId, category, quantity, amountMinor: minor }) => ({
    sku,
    productId,
    category,
    quantity,
    amountMinor: minor,
  }));
}
