import sql, { type Sql } from "sql-template-tag";

/**
 * Whether a time limit has passed that would be `fresh` if it began now. One that is further away than twice its length
 * began with a clock that was ahead, and would last for as long as that.
 */
export const isOver = (limit: Sql, { now, fresh }: { now: Date; fresh: Date | Sql }): Sql =>
  sql`(${limit} <= ${now} or ${limit} > ${fresh}::timestamptz + (${fresh}::timestamptz - ${now}::timestamptz))`;
