import { deliveryStatuses, eventTypes } from "tributary-sdk/words";
import { offset, oneOf, searchSchema, text } from "../../format/search-params.ts";

export const sentEventTypes = [...eventTypes, "webhook.test"] as const;

export const developersSearch = searchSchema({
  campaign_id: text,
  endpoint_id: text,
  tab: oneOf(["install", "keys", "webhooks", "deliveries", "calls"]),
  status: oneOf(deliveryStatuses),
  event_type: oneOf(sentEventTypes),
  offset,
});
export type DevelopersSearch = ReturnType<typeof developersSearch>;
