/** An order of the shop, with the conversions that it pays for: the first one, and later parts of it. */
export interface ModelOrder {
  readonly externalId: string;
  total: bigint;
  readonly conversions: ModelConversion[];
  readonly refunds: ModelRefund[];
}
export interface ModelConversion extends Worth {
  readonly order: ModelOrder;
  readonly affiliate: number;
  readonly externalId: string;
  /** Of the commission. */
  readonly currency: string;
  readonly orderCurrency: string;
  readonly maturesAt: number;
  original: Worth;
  refunded: bigint;
  hasRefunds: boolean;
  status: "pending" | "approved" | "rejected";
  rejectedBy: "person" | "refund" | null;
  /** The budget had no room for all of its commission. */
  isShort: boolean;
  clawBacks: ModelClawBack[];
  payout: ModelPayout | null;
  /** A payout had it and ended. It may still turn out to be paid, so the commission is fixed. */
  wasInPayout: boolean;
}
export interface Worth {
  amount: bigint;
  commission: bigint;
}
export interface ModelRefund {
  /** Where it takes from first. */
  one: ModelConversion;
  readonly minor: bigint;
  readonly externalId: string;
  readonly isEdit: boolean;
  counted: boolean;
}
/** A negative amount returns what an earlier one took. */
export interface ModelClawBack {
  readonly one: ModelConversion;
  readonly minor: bigint;
  readonly refund: ModelRefund | null;
  readonly undoes: ModelClawBack | null;
  payout: ModelPayout | null;
}
export interface ModelTerms {
  /** Parts per million of the order, or an amount in the campaign's currency. */
  readonly rule: { readonly share: bigint } | { readonly fixed: bigint; readonly scales: boolean };
  budget: bigint | null;
}
/** What a step led to, or why it was refused. */
export type Changed = Effect | string;
export interface Effect {
  /** The conversion that the response shows. */
  readonly about: ModelConversion;
  readonly clawBack: ModelClawBack | null;
  /** New conversions for parts of the order. */
  readonly added: readonly ModelConversion[];
}

export interface ModelPayout {
  readonly affiliate: number;
  readonly currency: string;
  readonly amount: bigint;
  readonly conversions: readonly ModelConversion[];
  readonly debts: readonly ModelClawBack[];
  status: "created" | "paid" | "failed" | "cancelled";
  wasPaid: boolean;
  /** It failed or was cancelled, and was paid after all. */
  wasReclaimed: boolean;
}
