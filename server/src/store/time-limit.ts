import sql, { type Sql } from "sql-template-tag";

/**
 * Whether a lease or window is over. One that starts now ends at `fresh`. If it ends later than twice its length from
 * now, it was started by a clock that was ahead, so it counts as over, too.
 */
export const isOver = (limit: Sql, { now, fresh }: { now: Date; fresh: Date | Sql }): Sql =>
  sql`(${limit} <= ${now} or ${limit} > ${fresh}::timestamptz + (${fresh}::timestamptz - ${now}::timestamptz))`;
