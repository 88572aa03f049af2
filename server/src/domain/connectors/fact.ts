import type { Currency } from "../values/currency.ts";

/**
 * What a receipt says about one of the provider's objects. For each object, the newest statement by the provider's own
 * time holds, so it does not matter in which order receipts arrive.
 */
export type Fact = PaymentFact | EvidenceFact | RefundFact | LinkFact | CouponFact;
export type FactKind = Fact["kind"];

interface FactOf<Kind extends string> {
  readonly kind: Kind;
  /** The provider's ID of the object. */
  readonly objectId: string;
  /** The provider's time of this state. */
  readonly at: Date;
  /** How facts refer to each other, such as `invoice:in_1` or `payment_intent:pi_1`. */
  readonly handles: readonly string[];
}

/** An order as the shop knows it. */
export interface PaymentFact extends FactOf<"payment"> {
  /** The external ID of its conversion, such as `stripe:in_1`. */
  readonly orderId: string;
  /** The number that the shop shows to its customer, if it differs from the ID. */
  readonly number?: string | undefined;
  readonly currency: Currency;
  readonly amounts: PaidAmounts;
  /** Whether the shop's prices contain tax, if refunds are stated in them. */
  readonly taxIncluded?: boolean;
  /** Goods after discounts, without tax. Empty: not known. */
  readonly items: readonly PaidItem[];
  /** null: not paid yet. */
  readonly paidAt: Date | null;
  readonly customer: CustomerOfShop | null;
  readonly subscriptionId: string | null;
  /** A later payment of a subscription. Only its customer's binding attributes it. */
  readonly renewal: boolean;
  /** If the provider says that it is the first payment of its subscription. */
  readonly startsSubscription?: true;
  /** If another event says who brought the customer. */
  readonly evidenceFollows?: true;
  /** ISO 3166-1, two capital letters. */
  readonly country: string | null;
  readonly clickId: string | null;
  readonly coupons: readonly CouponOfOrder[];
  /** Cancelled or fully refunded, without a refund that says so. */
  readonly cancelled: boolean;
  /** All its refunds by their object IDs, if the provider lists them: one that is missing was deleted. */
  readonly refundIds?: readonly string[];
  /** It does not count if it belongs to another payment with a handle that starts like this. */
  readonly yieldsTo?: string;
}

/** In minor units of the order's currency. A refund of the whole `gross` is a full refund. */
export interface PaidAmounts {
  /** Goods after discounts, without tax and shipping. */
  readonly net: bigint;
  readonly netAndShipping: bigint;
  /** What the customer paid. */
  readonly gross: bigint;
  /** What the customer paid for the goods, if the provider says it. */
  readonly goodsGross?: bigint;
}

export interface PaidItem {
  /** The provider's ID of the line, for refunds of single items. */
  readonly lineId: string;
  readonly sku: string;
  readonly productId: string | null;
  readonly category: string | null;
  readonly quantity: number;
  readonly amountMinor: bigint;
}

/** As the provider sends it. Stored only as a keyed hash. */
export interface CustomerOfShop {
  readonly id: string | null;
  readonly email: string | null;
}

/** The text that the customer typed, or the provider's ID of it. */
export type CouponOfOrder = { readonly code: string } | { readonly couponId: string };

/** A click or coupon of the payments that share one of its handles. */
export interface EvidenceFact extends FactOf<"evidence"> {
  /** If its click is that of the order itself, and not one that its subscription or payment remembers. */
  readonly isOfOrder?: true;
  readonly clickId: string | null;
  readonly coupons: readonly CouponOfOrder[];
  readonly customer: CustomerOfShop | null;
  /** If this is all the evidence there is. */
  readonly isLast?: true;
}

/** A refund, or a dispute that works like one. */
export interface RefundFact extends FactOf<"refund"> {
  /** False if it failed, was cancelled, or if the shop won the dispute. */
  readonly counts: boolean;
  readonly refunded: RefundedMoney;
  readonly items: readonly RefundedLine[];
  readonly reason: string | null;
  /** When it happened, if the provider says so. */
  readonly occurredAt: Date;
  /** If it ends as soon as the order changes again, like a deletion. */
  readonly untilChanged?: true;
}

export type RefundedMoney = RefundedSum | RefundedParts;

/**
 * `gross`: of what the customer paid; counts in proportion. `net`: of the goods, without tax and shipping. `total`: all
 * refunds so far, of what the customer paid: the largest one holds. `lost`: like `gross`, but no `total` contains it.
 */
export interface RefundedSum {
  readonly of: "gross" | "net" | "total" | "lost";
  readonly amountMinor: bigint;
  /** If the provider says it. Must be that of the order. */
  readonly currency?: Currency;
  /** If only the order names the currency: how many decimals the amount has. */
  readonly decimals?: number;
}

/** Goods and shipping by themselves, in the shop's prices. Which of them count depends on the commission base. */
export interface RefundedParts {
  readonly of: "parts";
  readonly currency?: Currency;
  readonly goods: RefundedPart;
  readonly shipping: RefundedPart;
  /** What the customer got for goods beyond their prices, with tax. Negative if it was less. */
  readonly beyondMinor: bigint;
  /** What the customer got in total, if that is all that is known: goods are what shipping leaves of it. */
  readonly paidMinor?: bigint;
  /** Whether prices seem to contain tax. The order knows it better. */
  readonly taxIncluded: boolean;
}

export interface RefundedPart {
  readonly amountMinor: bigint;
  readonly taxMinor: bigint;
  /** If the amount does not contain the tax, whatever prices do. */
  readonly isNet?: true;
}

export interface RefundedLine {
  readonly lineId: string;
  readonly quantity: number;
  readonly amountMinor: bigint;
}

/** Says only that its handles belong together. */
export type LinkFact = FactOf<"link">;

/** The text of a coupon that orders name by its ID. */
export interface CouponFact extends FactOf<"coupon"> {
  readonly code: string;
}
