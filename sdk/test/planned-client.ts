import type { NewConversion } from "tributary-sdk";
import { tributaryOver } from "../src/client.ts";
import { createTransport, type Call, type TributaryOptions } from "../src/transport.ts";
import { notedTiming } from "./noted-timing.ts";
import { plannedFetch, type Planned } from "./planned-fetch.ts";

export const options = { baseUrl: "https://partners.example", apiKey: "sk_test_x" };
export const order: NewConversion = {
  campaign_id: "c1",
  affiliate_code: "k7m2",
  external_id: "order-1",
  amount: 99.99,
};
/** An empty page of every list. */
export const none = { campaigns: [], affiliates: [], conversions: [], pagination: { limit: 50, offset: 0, total: 0 } };

/** A client whose server follows a plan. `lines` are the requests it received. */
export function clientOf(...plan: readonly Planned[]) {
  const { fetch, asked } = plannedFetch(...plan);
  const tributary = tributaryOver(createTransport({ ...options, fetch }, notedTiming()));
  const lines = () => asked.map(({ method, url }) => `${method} ${url.slice("https://partners.example/v1".length)}`);
  return { tributary, asked, lines };
}

export const READ: Call = { method: "GET", path: ["campaigns"], repeatable: true };
export const CREATE: Call = { method: "POST", path: ["campaigns"], body: { name: "Spring" }, repeatable: false };

export function sending(call: Call, plan: readonly Planned[], more: Partial<TributaryOptions> = {}) {
  const { fetch, asked } = plannedFetch(...plan);
  const timing = notedTiming();
  const result = createTransport({ ...options, fetch, ...more }, timing)(call);
  return { result, asked, waits: timing.waits };
}
