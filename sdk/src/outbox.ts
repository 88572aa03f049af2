import type { Conversions, Refunds, Tracked, Tributary } from "./client.ts";
import type { NewConversion, NewOrderRefund, NewRefund } from "./requests.ts";
import type { RefundOutcome } from "./resources.ts";

/** The client's `outbox` option, and what the client then returns. The code that needs a file system is in outbox/. */

export interface OutboxOptions {
  /** Created with mode 0700 if it does not exist. Use one per account. Several processes can share it. */
  readonly directory: string;
  /** The maximum number of pending calls. Default: 10,000. */
  readonly maxPending?: number | undefined;
  /** How long a call waits for its response before it returns as queued. Default: 5,000. */
  readonly waitMs?: number | undefined;
  /** A call that was returned as queued has been sent. */
  readonly onSent?: ((sent: SentCall) => void) | undefined;
  /** A call that was returned as queued has been refused. Default: a warning of the process. */
  readonly onFailed?: ((failed: FailedCall) => void) | undefined;
  /** The directory or a file in it cannot be used, or Tributary rejects the API key. Default: as above. */
  readonly onProblem?: ((problem: Error) => void) | undefined;
}

/** The call is on disk. The outbox sends it as soon as it can. */
export interface Queued {
  readonly queued: true;
  /** Identifies the call in the outbox. */
  readonly id: string;
}

/** The response arrived in time. */
export type Sent<Result> = Result & { readonly queued: false };

interface OutboxCallBase {
  readonly id: string;
  /** When you made the call, by your own clock: ISO 8601 in UTC. */
  readonly queuedAt: string;
}
/** A call in the outbox. */
export type OutboxCall = OutboxCallBase &
  (
    | { readonly kind: "conversion"; readonly body: NewConversion }
    | { readonly kind: "order_refund"; readonly body: NewOrderRefund }
    | { readonly kind: "refund"; readonly conversionId: string; readonly body: NewRefund }
  );

export interface SentCall {
  readonly call: OutboxCall;
  readonly result: Tracked | RefundOutcome;
}

export interface FailedCall {
  readonly call: OutboxCall;
  readonly failedAt: string;
  readonly error: OutboxFailure;
}

/** The fields of the `TributaryError`. */
export interface OutboxFailure {
  readonly code: string;
  readonly message: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly conversionId?: string | undefined;
}

export interface Flushed {
  readonly sent: number;
  readonly failed: number;
  /** What is still pending, including calls that another process is sending. */
  readonly pending: number;
}

export interface Outbox {
  /** Tries every pending call once, without waiting for its next attempt. Stops if Tributary is unavailable. */
  flush(): Promise<Flushed>;
  /** The number of pending calls. */
  size(): Promise<number>;
  /** The calls that Tributary refused, oldest first. */
  failed(): Promise<FailedCall[]>;
  /** Moves a refused call back to the pending ones. */
  retry(id: string): Promise<void>;
  /** Deletes a refused call. */
  discard(id: string): Promise<void>;
  /** Waits for the requests in flight. What is pending stays on disk for the next client of this directory. */
  close(): Promise<void>;
}

/** `signal` ends the wait for the response. A call that is already on disk is sent nevertheless. */
export interface QueuedCallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface QueuedConversions extends Omit<Conversions, "track"> {
  /** Resolves when the order is on disk: with the response if it arrives in time, otherwise as queued. */
  track(conversion: NewConversion, options?: QueuedCallOptions): Promise<Sent<Tracked> | Queued>;
}

export interface QueuedRefunds extends Omit<Refunds, "record" | "recordForOrder"> {
  record(conversionId: string, refund: NewRefund, options?: QueuedCallOptions): Promise<Sent<RefundOutcome> | Queued>;
  recordForOrder(refund: NewOrderRefund, options?: QueuedCallOptions): Promise<Sent<RefundOutcome> | Queued>;
}

export interface TributaryWithOutbox extends Omit<Tributary, "conversions" | "refunds"> {
  readonly conversions: QueuedConversions;
  readonly refunds: QueuedRefunds;
  readonly outbox: Outbox;
}
