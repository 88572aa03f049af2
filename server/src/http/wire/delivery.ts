import type { DeliveryAttempt, DeliveryRow } from "tributary-sdk/pages";
import { z } from "zod";
import { deliveryStatuses, type Delivery } from "../../domain/delivery.ts";
import { eventTypes } from "../../domain/events.ts";
import type { DeliveryRecord } from "../../usecases/webhooks/list-deliveries.ts";
import { isoOrNull } from "./times.ts";

export const deliveredTypes = [...eventTypes, "webhook.test"] as const;

export const deliveryRow: z.ZodType<DeliveryRow> = z.object({
  id: z.string(),
  event_id: z.string(),
  event_type: z.enum(deliveredTypes),
  endpoint_id: z.string(),
  endpoint_url: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.number(),
  created_at: z.string(),
  next_attempt_at: z.string().nullable(),
  last_attempt_at: z.string().nullable(),
  last_status_code: z.number().nullable(),
  last_error: z.string().nullable(),
});

export const presentDelivery = (delivery: Delivery): DeliveryRow => ({
  id: delivery.id,
  event_id: delivery.eventId,
  event_type: delivery.eventType,
  endpoint_id: delivery.endpointId,
  endpoint_url: delivery.endpointUrl,
  status: delivery.status,
  attempts: delivery.attempts,
  created_at: delivery.createdAt.toISOString(),
  next_attempt_at: delivery.status === "waiting" ? delivery.dueAt.toISOString() : null,
  last_attempt_at: isoOrNull(delivery.lastAttempt?.at),
  last_status_code: delivery.lastAttempt?.statusCode ?? null,
  last_error: delivery.lastAttempt?.failureText ?? null,
});

export const deliveryAttempt: z.ZodType<DeliveryAttempt> = z.object({
  number: z.number(),
  at: z.string(),
  duration_ms: z.number(),
  status_code: z.number().nullable(),
  error: z.string().nullable(),
  response: z.string().nullable(),
});

export const presentAttempts = (attempts: DeliveryRecord["attempts"]): DeliveryAttempt[] =>
  attempts.map((attempt, index) => ({
    number: index + 1,
    at: attempt.startedAt.toISOString(),
    duration_ms: attempt.durationMs,
    status_code: attempt.statusCode,
    error: attempt.failureText,
    response: attempt.response,
  }));
