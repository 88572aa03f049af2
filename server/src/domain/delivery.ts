import type { DeliveryStatus } from "tributary-sdk/words";
import type { EventType } from "./events.ts";
import type { AccountId, DeliveryId, EndpointId, EventId } from "./ids.ts";

export { deliveryStatuses, type DeliveryStatus } from "tributary-sdk/words";

/** What is sent: one of the chosen events, or the one that somebody asked for to try the endpoint. */
export type DeliveredType = EventType | "webhook.test";

/** One event on its way to one endpoint. */
export interface Delivery {
  readonly id: DeliveryId;
  readonly accountId: AccountId;
  readonly endpointId: EndpointId;
  readonly endpointUrl: string;
  readonly eventId: EventId;
  readonly eventType: DeliveredType;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly manual: boolean;
  readonly createdAt: Date;
  readonly dueAt: Date;
  readonly endedAt: Date | null;
  readonly lastAttempt: {
    readonly at: Date;
    readonly statusCode: number | null;
    readonly failureText: string | null;
  } | null;
}

/** Why an attempt did not arrive. `status`: an answer came, outside 2xx. */
export const failureKinds = [
  "status",
  "dns",
  "refused",
  "unreachable",
  "blocked_address",
  "tls",
  "timeout",
  "reset",
  "protocol",
  "expired",
  "internal",
] as const;
export type FailureKind = (typeof failureKinds)[number];

export interface Failure {
  readonly kind: FailureKind;
  /** For people: one sentence. */
  readonly text: string;
}

/** What came of sending once. */
export interface Attempt {
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly durationMs: number;
  readonly statusCode: number | null;
  /** The first KiB of the answer. */
  readonly response: string | null;
  /** null: it arrived. */
  readonly failure: Failure | null;
}
