import type { AccountId, ConversionId, OrderId, RefundId } from "./ids.ts";

/** A new total of an order. */
export interface OrderEdit {
  /** A UUID. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly orderId: OrderId;
  /** Who reported it. Its external ID is unique there. */
  readonly source: string;
  readonly externalId: string;
  readonly amountMinor: bigint;
  /** What a lower total gave back. */
  readonly refundId: RefundId | null;
  /** The conversion for a higher total, if the order's own could no longer grow. */
  readonly conversionId: ConversionId | null;
  readonly actor: string;
  readonly recordedAt: Date;
}
