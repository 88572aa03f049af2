import sql, { type Sql } from "sql-template-tag";
import type { DaySpan } from "../../domain/overview.ts";

/** Clicks that are not in `click_totals` yet. A query that adds them to the totals reads both in one snapshot. */
export const unfoldedClicks: Sql = sql`
  click_batches batch, unnest(batch.scope_ids, batch.days, batch.clicks) as added (scope_id, day, clicks)`;

/** Unfolded clicks of these campaigns or affiliations in these days. The first condition can use the index. */
export const isUnfoldedOf = (scopeIds: Sql, { from, to }: DaySpan): Sql => sql`
  batch.scope_ids && ${scopeIds} and added.scope_id = any(${scopeIds}) and added.day between ${from}::date and ${to}::date`;
