import type { EndpointRow } from "tributary-sdk/pages";
import { z } from "zod";
import type { Endpoint } from "../../domain/endpoint.ts";
import { eventTypes } from "../../domain/events.ts";
import { isoOrNull } from "./times.ts";

export const endpointRow: z.ZodType<EndpointRow> = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(eventTypes)),
  enabled: z.boolean(),
  created_at: z.string(),
  disabled_at: z.string().nullable(),
  disabled_by: z.enum(["person", "failures", "import"]).nullable(),
  previous_secret_until: z.string().nullable(),
});

export const presentEndpoint = (endpoint: Endpoint): EndpointRow => ({
  id: endpoint.id,
  url: endpoint.url,
  events: [...endpoint.events],
  enabled: endpoint.disabledAt === null,
  created_at: endpoint.createdAt.toISOString(),
  disabled_at: isoOrNull(endpoint.disabledAt),
  disabled_by: endpoint.disabledBy,
  previous_secret_until: isoOrNull(endpoint.previousSecretUntil),
});
