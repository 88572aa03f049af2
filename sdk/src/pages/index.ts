/**
 * What the pages say to the server and hear from it: `/api/session/*`, `/api/dashboard/:account_id/*` and `/api/portal/*`, with
 * the session cookie.
 * Types only. Times are ISO 8601 in UTC with milliseconds, amounts are in major units of the currency beside them.
 * Every failure has the body `Failure` of resources.ts. Each interface says in its comment which route it belongs to;
 * paths without `/api` in front are under `/api/dashboard/:account_id/`.
 *
 * Lists take `limit` (1 to 100, default 50; more is cut) and `offset` (0 to 10,000, more is a 400: narrow the filter or take
 * the CSV). Every list has a CSV at the same path with `.csv` added, with the same filters and without limit and offset.
 * Empty query values count as absent. Filters by an id that is unknown or another account's find nothing and are no error.
 */
export type * from "./lists.ts";
export type * from "./overview.ts";
export type * from "./people.ts";
export type * from "./members.ts";
export type * from "./campaigns.ts";
export type * from "./affiliates.ts";
export type * from "./conversions.ts";
export type * from "./developers.ts";
export type * from "./webhooks.ts";
export type * from "./portal.ts";
export type * from "./claims.ts";
export type * from "./money.ts";
export type * from "./payouts.ts";
export type * from "./statements.ts";
export type * from "./audit.ts";
