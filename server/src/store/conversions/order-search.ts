import sql, { join, raw, type Sql } from "sql-template-tag";
import { bounds, COUNT_MAX, reachOf, type Slice } from "../page.ts";

/** One way in which an order ID matches what somebody typed: a range of an index, in byte order. */
export interface OrderMatch {
  readonly condition: Sql;
  /** The text of the order ID that starts with the typed one. */
  readonly matched: Sql;
}

const key = raw("order_key(external_id)");
const number = raw("order_number(external_id)");

const startsWith = (text: Sql, typed: string): Sql =>
  sql`${text} ~>=~ order_key(${typed}) and ${text} ~<~ (order_key(${typed}) || chr(1114111))`;

/**
 * Order IDs that start with the typed text, ignoring case, spaces and `#`. Digits also match behind a prefix without
 * digits: `22064` finds `DS-22064`, but not `A1-22064`. No order matches both ways. A search for only spaces or `#`
 * finds nothing.
 */
function orderMatches(typed: string): readonly OrderMatch[] {
  const byKey = { condition: sql`order_key(${typed}) <> '' and ${startsWith(key, typed)}`, matched: key };
  // Text with a letter is not a number. The planner then has only one condition to choose an index for.
  if (/[a-z]/iu.test(typed)) return [byKey];
  const isNumber = sql`order_key(${typed}) ~ '^[0-9]+$'`;
  return [byKey, { condition: sql`${isNumber} and ${startsWith(number, typed)}`, matched: number }];
}

/** One of the order IDs, ignoring case, spaces and `#`. */
export const hasOrderId = (externalIds: readonly string[]): Sql =>
  sql`${key} = any(array(select order_key(id) from unnest(${[...externalIds]}::text[]) id))`;

/** The rows of every kind of match, each a separate statement that is planned for its index. */
const matchesOf = (typed: string, rows: (match: OrderMatch) => Sql): Sql =>
  join(orderMatches(typed).map(rows), " union all ");

/** Orders search results by the text that matched, so that an exact match comes first. */
export const byMatch = ({ matched }: OrderMatch): Sql => sql`${matched} using ~<~`;

/**
 * The rows that match, for countUpTo. They are ordered as in the index: if very many match, the planner would otherwise
 * expect to find enough of them anywhere, and compute the text of every order until it does.
 */
export const countedMatches = (typed: string, rows: (match: OrderMatch) => Sql): Sql =>
  matchesOf(
    typed,
    (match) => sql`
    select 1 from (${rows(match)} order by ${byMatch(match)} limit ${COUNT_MAX + 1}) matching`,
  );
export const byAnyMatch: Sql = raw("matched using ~<~, matched <> order_key(external_id)");

/**
 * One slice of the rows that match: the first ones of each kind of match, merged. `rows` returns them with the column
 * `matched`. `order` orders the merged rows, which have the name of their table.
 */
export function mergedMatches(
  typed: string,
  slice: Slice,
  { table, rows, order }: { table: string; rows: (match: OrderMatch, first: Slice) => Sql; order: Sql },
): Sql {
  const first = "offset" in slice ? { limit: reachOf(slice), offset: 0 } : slice;
  const found = matchesOf(typed, (match) => sql`(${rows(match, first)})`);
  return sql`select * from (${found}) ${raw(table)} ${order} ${bounds(slice)}`;
}
