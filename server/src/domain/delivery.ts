import type { DeliveryStatus } from "tributary-sdk/words";
import type { EventType } from "./events.ts";
import type { AccountId, DeliveryId, EndpointId, EventId } from "./ids.ts";

export { deliveryStatuses, type DeliveryStatus } from "tributary-sdk/words";

/** A subscribed event, or a test event that a person sent. */
export type DeliveredType = EventType | "webhook.test";

/** One event for one endpoint. */
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

/** Why an attempt failed. `status`: the response was not 2xx. */
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
  /** One sentence, for people. */
  readonly text: string;
}

/** The outcome of one delivery attempt. */
export interface Attempt {
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly durationMs: number;
  readonly statusCode: number | null;
  /** The first KiB of the response. */
  readonly response: string | null;
  /** null: delivered. */
  readonly failure: Failure | null;
}
