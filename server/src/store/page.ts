import sql, { empty, type Sql } from "sql-template-tag";
import type { Queryable } from "../db/database.ts";

/** Which part of a list: the contract's limit and offset. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

const DEEP_OFFSET = 1_000;

/** So far into a list that skipping the rows before it would cost more than the page itself. */
export const isDeep = ({ offset }: Pick<Page, "offset">): boolean => offset >= DEEP_OFFSET;

/** A place between two rows of a list that runs from the newest to the oldest. */
export interface Position {
  readonly at: Date;
  readonly uuid: string;
}

/** What comes next after a position, or from the start: a long list is read so, because an offset reads again what it skips. */
export interface Batch {
  readonly limit: number;
  readonly after: Position | undefined;
}
export type Slice = Page | Batch;

/** `time` is the column that orders the list, together with the id. Starts with `and`, to stand after other conditions. */
export function beyond(slice: Slice, time: Sql): Sql {
  if (!("after" in slice) || !slice.after) return empty;
  return sql`and (${time}, id) < (${slice.after.at}, ${slice.after.uuid}::uuid)`;
}

export const bounds = (slice: Slice): Sql =>
  "offset" in slice ? sql`limit ${slice.limit} offset ${slice.offset}` : sql`limit ${slice.limit}`;

/** How many rows a list has; `atLeast`: there are more, and nobody counted them. */
export interface Total {
  readonly count: number;
  readonly atLeast: boolean;
}
export const exactly = (count: number): Total => ({ count, atLeast: false });

const COUNT_MAX = 1_000;

/** A page that lies beyond what was counted shows that there are at least so many. */
export const reaching = (total: Total, { offset }: Page, rows: number): Total =>
  total.atLeast ? { ...total, count: Math.max(total.count, offset + rows) } : total;

/** `rows` is a select of anything. Counting stops at a bound, so that it does not grow with history. */
export async function countUpTo(db: Queryable, rows: Sql, most = COUNT_MAX): Promise<Total> {
  const [found] = await db.query<{ total: bigint }>(sql`
    select count(*) as total from (${rows} limit ${most + 1}) counted`);
  const count = Number(found?.total ?? 0n);
  return { count: Math.min(count, most), atLeast: count > most };
}

/** A part of a text in any letter case; what a person typed is no pattern. */
export const contains = (column: Sql, part: string): Sql => sql`position(lower(${part}) in lower(${column})) > 0`;
