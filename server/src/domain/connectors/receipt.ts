import type { ReceiptState } from "tributary-sdk/words";
import type { AccountId, ConnectorId, ConversionId, ReceiptId } from "../ids.ts";

/** A webhook that arrived with a valid signature. */
export interface Receipt {
  readonly id: ReceiptId;
  readonly accountId: AccountId;
  readonly connectorId: ConnectorId;
  readonly topic: string;
  readonly state: ReceiptState;
  readonly receivedAt: Date;
  readonly workedAt: Date | null;
  readonly attempts: number;
  readonly outcome: Outcome;
  /** False once its body was deleted. It cannot run again then. */
  readonly hasBody: boolean;
}

/** What a receipt became. */
export interface Outcome {
  /** The external ID of the order that it is about. */
  readonly orderId: string | null;
  readonly conversionId: ConversionId | null;
  /** Why nothing came of it, or why the order has no affiliate; null if it has one. */
  readonly reason: string | null;
  /** One sentence, for failed receipts. */
  readonly problem: string | null;
}

export const noOutcome: Outcome = { orderId: null, conversionId: null, reason: null, problem: null };

/** Orders that no affiliate has are deleted this long after their payment. */
export const UNATTRIBUTED_DAYS = 90;

/** An order that names a coupon by an unknown ID waits this long for its text. */
export const COUPON_WAIT_MS = 60_000;

/** The state that a receipt ends in, or `waiting` with a time to look again. */
export type Worked =
  | { readonly state: "done" | "ignored" | "failed"; readonly outcome: Outcome }
  | { readonly state: "waiting"; readonly outcome: Outcome; readonly dueAt: Date };
