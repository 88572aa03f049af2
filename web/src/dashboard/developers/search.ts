import { deliveryStatuses, eventTypes } from "tributary-sdk/words";
import type { DeliveriesQuery } from "tributary-sdk/pages";
import { choiceOf, offsetOf, textsOf, type RawSearch } from "../../format/search-params.ts";

export const developerTabs = ["keys", "webhooks", "deliveries", "calls", "snippets"] as const;
export interface DevelopersSearch extends Pick<DeliveriesQuery, "status" | "endpoint_id" | "event_type" | "offset"> {
  tab?: (typeof developerTabs)[number];
}

export function developersSearch(raw: RawSearch): DevelopersSearch {
  const tab = choiceOf(raw["tab"], developerTabs);
  const status = choiceOf(raw["status"], deliveryStatuses);
  const eventType = choiceOf(raw["event_type"], [...eventTypes, "webhook.test"]);
  return {
    ...textsOf(raw, ["endpoint_id"]),
    ...(tab ? { tab } : {}),
    ...(status ? { status } : {}),
    ...(eventType ? { event_type: eventType } : {}),
    ...offsetOf(raw),
  };
}
