/**
 * The pages' API: `/api/session/*`, `/api/dashboard/:account_id/*` and `/api/portal/*`, with the session cookie. Types
 * only. Times are ISO 8601 in UTC with milliseconds; amounts are in major units of the currency next to them. Every
 * error has the body `Failure` of resources.ts. The comment of each interface names its route; paths without `/api` are
 * relative to `/api/dashboard/:account_id/`. Lists take `limit` (1 to 100, default 50; higher values are reduced) and
 * `offset` (0 to 10,000; a higher value is a 400: narrow the filter or use the CSV). Every list has a CSV at the same
 * path plus `.csv`, with the same filters and without limit and offset. Empty query values count as absent. Filtering
 * by an unknown ID or another account's ID finds nothing and is not an error.
 */
export type * from "./lists.ts";
export type * from "./overview.ts";
export type * from "./people.ts";
export type * from "./members.ts";
export type * from "./branding.ts";
export type * from "./campaigns.ts";
export type * from "./plans.ts";
export type * from "./coupons.ts";
export type * from "./affiliates.ts";
export type * from "./conversions.ts";
export type * from "./developers.ts";
export type * from "./connectors.ts";
export type * from "./webhooks.ts";
export type * from "./joining.ts";
export type * from "./portal.ts";
export type * from "./claims.ts";
export type * from "./money.ts";
export type * from "./payouts.ts";
export type * from "./statements.ts";
export type * from "./audit.ts";
export type * from "./test-mode.ts";
