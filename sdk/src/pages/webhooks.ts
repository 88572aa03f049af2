import type { deliverySorts, DeliveryStatus, EventType } from "../words.ts";
import type { ListPagination, SortedPageQuery } from "./lists.ts";

export type { DeliveryStatus, EventType } from "../words.ts";

export interface EndpointRow {
  id: string;
  url: string;
  events: EventType[];
  enabled: boolean;
  created_at: string;
  disabled_at: string | null;
  /**
   * `failures`: disabled automatically after 20 failed deliveries in a row. `import`: disabled by an import from
   * another installation.
   */
  disabled_by: "person" | "failures" | "import" | null;
  /** Until when the previous secret also signs. */
  previous_secret_until: string | null;
}
/** GET webhook-endpoints (PageQuery) */
export interface EndpointsResponse {
  webhook_endpoints: EndpointRow[];
  pagination: ListPagination;
}
/** POST webhook-endpoints. Owners only, because the response contains a secret. */
export interface CreateEndpointBody {
  /** https only. */
  url: string;
  events: EventType[];
}
/** Also the response of rotate. */
export interface EndpointSecretResponse {
  endpoint: EndpointRow;
  /** Shown only once. */
  secret: string;
}
/** PATCH webhook-endpoints/:id → EndpointResponse. DELETE webhook-endpoints/:id → Done. */
export interface UpdateEndpointBody {
  url?: string;
  events?: EventType[];
  enabled?: boolean;
}
export interface EndpointResponse {
  endpoint: EndpointRow;
}
/** POST webhook-endpoints/:id/rotate → EndpointSecretResponse. Owners only. */
export interface RotateSecretBody {
  /** 0 to 24, default 0: how long the old secret signs in addition to the new one. */
  overlap_hours?: number;
}

export interface DeliveryRow {
  id: string;
  event_id: string;
  event_type: EventType | "webhook.test";
  endpoint_id: string;
  endpoint_url: string;
  status: DeliveryStatus;
  /** How many attempts were made. */
  attempts: number;
  created_at: string;
  /** While it is pending. */
  next_attempt_at: string | null;
  last_attempt_at: string | null;
  /** The status of the last attempt; null if there was no response. */
  last_status_code: number | null;
  last_error: string | null;
}
/** GET deliveries, deliveries.csv */
export interface DeliveriesQuery extends SortedPageQuery<typeof deliverySorts> {
  status?: DeliveryStatus;
  endpoint_id?: string;
  event_type?: EventType | "webhook.test";
  from?: string;
  to?: string;
}
export interface DeliveriesResponse {
  deliveries: DeliveryRow[];
  pagination: ListPagination;
}
export interface DeliveryAttempt {
  /** From 1. */
  number: number;
  at: string;
  duration_ms: number;
  status_code: number | null;
  /** Why there was no response, in words. */
  error: string | null;
  /** The beginning of the response body, up to 1 KiB. */
  response: string | null;
}
/** GET deliveries/:id */
export interface DeliveryResponse {
  delivery: DeliveryRow;
  /** The exact body that was sent; null after its retention period. */
  body: string | null;
  /** Oldest first. */
  attempts: DeliveryAttempt[];
}
/** POST deliveries/:id/resend · POST webhook-endpoints/:id/test: the delivery that is now queued. */
export interface DeliveryQueuedResponse {
  delivery: DeliveryRow;
}
/** POST deliveries/resend-failed */
export interface ResendFailedBody {
  /** Created at this moment or later. */
  since: string;
  endpoint_id?: string;
}
export interface ResendFailedResponse {
  count: number;
}
