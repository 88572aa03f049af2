import { deliveryStatuses, eventTypes } from "tributary-sdk/words";
import { offset, oneOf, searchSchema, text } from "../../format/search-params.ts";

export const sentEventTypes = [...eventTypes, "webhook.test"] as const;

export const developersSearch = searchSchema({
  endpoint_id: text,
  tab: oneOf(["keys", "webhooks", "deliveries", "calls", "snippets"]),
  status: oneOf(deliveryStatuses),
  event_type: oneOf(sentEventTypes),
  offset,
});
export type DevelopersSearch = ReturnType<typeof developersSearch>;
