import { deliverySorts, deliveryStatuses, eventTypes, keySorts, refusedCallSorts } from "tributary-sdk/words";
import { platforms } from "../install/platforms.ts";
import { offset, oneOf, searchSchema, text } from "../../format/search-params.ts";

export const sentEventTypes = [...eventTypes, "webhook.test"] as const;

export const developersSearch = searchSchema({
  campaign_id: text,
  endpoint_id: text,
  platform: oneOf(platforms),
  tab: oneOf(["install", "keys", "webhooks", "deliveries", "calls", "test"]),
  status: oneOf(deliveryStatuses),
  event_type: oneOf(sentEventTypes),
  /** Each tab ignores the keys of the others. */
  sort: oneOf([...keySorts, ...deliverySorts, ...refusedCallSorts]),
  offset,
});
export const keySort = oneOf(keySorts);
export const deliverySort = oneOf(deliverySorts);
export const refusedCallSort = oneOf(refusedCallSorts);
export type DevelopersSearch = ReturnType<typeof developersSearch>;
