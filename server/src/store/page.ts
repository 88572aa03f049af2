import sql, { empty, raw, type Sql } from "sql-template-tag";
import type { Sort } from "tributary-sdk/words";
import type { Queryable } from "../db/database.ts";
import { uuidOf, type AccountId, type UserId } from "../domain/ids.ts";

/** A page of a list, by the API's limit and offset. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

const DEEP_OFFSET = 1_000;

/** On such a page, skipping the rows before it costs more than reading it. */
export const isDeep = ({ offset }: Pick<Page, "offset">): boolean => offset >= DEEP_OFFSET;

/** Where a list continues, newest first: after the row with this time and ID. */
export interface Position {
  readonly at: Date;
  readonly uuid: string;
}

/** The next rows after a position. Long lists are read this way, because an offset reads every row it skips. */
export interface Batch {
  readonly limit: number;
  readonly after: Position | undefined;
}
export type Slice = Page | Batch;

/** `time` and the ID order the list. Starts with `and`, to follow other conditions. */
export function beyond(slice: Slice, time: Sql): Sql {
  if (!("after" in slice) || !slice.after) return empty;
  return sql`and (${time}, id) < (${slice.after.at}, ${slice.after.uuid}::uuid)`;
}

export const bounds = (slice: Slice): Sql =>
  "offset" in slice ? sql`limit ${slice.limit} offset ${slice.offset}` : sql`limit ${slice.limit}`;

/** How many rows of a list must be read to reach the end of the slice. */
export const reachOf = (slice: Slice): number => slice.limit + ("offset" in slice ? slice.offset : 0);

/** What each sort key of a list sorts by: a column, or an expression over the list's table. */
export type SortColumns<Key extends string> = Readonly<Record<Key, string | Sql>>;

/**
 * The order of a list that people can sort by the keys of `columns`, and by nothing else. The ID decides between equal
 * values, so that no row is on two pages. Without a sort key the list is newest first. So is every Batch, because it
 * continues after a position.
 */
export function orderBy<Key extends string>(
  columns: SortColumns<Key>,
  question: { sort: Sort<Key> | undefined; slice: Slice; table?: string | undefined; time?: string },
): Sql {
  const { sort, slice, table, time = "created_at" } = question;
  const own = table === undefined ? "" : `${table}.`;
  if (sort === undefined || !("offset" in slice)) return raw(`order by ${own}${time} desc, ${own}id desc`);
  return sql`order by ${directed(columns, sort, own)}, ${raw(`${own}id ${directionOf(sort)}`)}`;
}

const directionOf = (sort: string): "asc" | "desc" => (sort.startsWith("-") ? "desc" : "asc");

/** The column of a sort key with its direction, for lists that decide between equal values by more than an ID. */
export function directed<Key extends string>(columns: SortColumns<Key>, sort: Sort<Key>, own = ""): Sql {
  const column = columns[sort.replace(/^-/, "") as Key];
  const value = typeof column === "string" ? raw(`${own}${column}`) : column;
  return sql`${value} ${raw(directionOf(sort))}`;
}

/** Numbers the rows of a page, so that a query that joins more to them can end with `order by position`. */
export const numbered = (rows: Sql): Sql => sql`select *, row_number() over () as position from (${rows}) page`;

/** The number of rows in a list. `atLeast`: counting stopped there, and there are more. */
export interface Total {
  readonly count: number;
  readonly atLeast: boolean;
}
export const exactly = (count: number): Total => ({ count, atLeast: false });

export const COUNT_MAX = 1_000;

/** A page beyond the counted rows proves that there are more. */
export const reaching = (total: Total, { offset }: Page, rows: number): Total =>
  total.atLeast ? { ...total, count: Math.max(total.count, offset + rows) } : total;

/** Counts rows up to a limit, so that the cost does not grow with history. */
export async function countUpTo(db: Queryable, rows: Sql, most = COUNT_MAX): Promise<Total> {
  const [found] = await db.query<{ total: bigint }>(sql`
    select count(*) as total from (${rows} limit ${most + 1}) counted`);
  const count = Number(found?.total ?? 0n);
  return { count: Math.min(count, most), atLeast: count > most };
}

/** The owner of the rows: an account, or a person across all accounts. */
export interface OfAccount {
  readonly accountId: AccountId;
}
export interface OfPerson {
  readonly userId: UserId;
}
export const ownedBy = ({ userId }: OfPerson): Sql =>
  sql`(account_id, affiliate_id) in (select account_id, id from affiliates where user_id = ${uuidOf(userId)})`;

export interface List<Scope, Filter, Row> {
  readonly read: (
    db: Queryable,
    scope: Scope,
    part: { readonly filter: Filter; readonly slice: Slice },
  ) => Promise<Row[]>;
  readonly count: (db: Queryable, scope: Scope, filter: Filter) => Promise<Total>;
  /** Where the list continues after this row. */
  readonly position: (row: Row) => Position;
}

interface Sorted<Key extends string> {
  readonly sort?: Sort<Key> | undefined;
}

interface TableList<Scope, Filter, Row, Key extends string> extends Pick<List<Scope, Filter, Row>, "position"> {
  readonly table: string;
  readonly columns: Sql;
  /** Orders the list, together with the ID. */
  readonly time?: string;
  readonly sorts: SortColumns<Key>;
  /** undefined: no row can match. */
  readonly matches: (scope: Scope, filter: Filter) => Sql | undefined;
  /** Runs the query for one slice, ordered by its `position`, and adds the rest of each row. */
  readonly complete: (db: Queryable, rows: Sql, scope: Scope) => Promise<Row[]>;
}

/** A list of one table, newest first unless it is sorted, counted up to a limit. */
export function newestFirst<Scope, Filter extends Sorted<Key>, Row, Key extends string>(
  list: TableList<Scope, Filter, Row, Key>,
): List<Scope, Filter, Row> {
  const { time = "created_at", sorts } = list;
  const table = raw(list.table);
  return {
    read: async (db, scope, { filter, slice }) => {
      const matching = list.matches(scope, filter);
      if (!matching) return [];
      const rows = sql`select ${list.columns} from ${table} where ${matching} ${beyond(slice, raw(time))}
        ${orderBy(sorts, { sort: filter.sort, slice, time })} ${bounds(slice)}`;
      return list.complete(db, numbered(rows), scope);
    },
    count: async (db, scope, filter) => {
      const matching = list.matches(scope, filter);
      return matching ? countUpTo(db, sql`select 1 from ${table} where ${matching}`) : exactly(0);
    },
    position: list.position,
  };
}

/** Case-insensitive substring search, without wildcards. */
export const contains = (column: Sql, part: string): Sql => sql`position(lower(${part}) in lower(${column})) > 0`;
