import sql, { raw, type Sql } from "sql-template-tag";

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
 * Order IDs that start with the typed text, ignoring case, spaces and `#`. A number also finds the orders that have it
 * behind a prefix: `22064` finds `DS-22064`. No order matches both ways. Typed text of which nothing is left matches
 * nothing.
 */
export function orderMatches(typed: string): readonly OrderMatch[] {
  const byKey = { condition: sql`order_key(${typed}) <> '' and ${startsWith(key, typed)}`, matched: key };
  // Text with a letter is no number. The planner then has only one condition to choose an index for.
  if (/[a-z]/iu.test(typed)) return [byKey];
  const isNumber = sql`order_key(${typed}) ~ '^[0-9]+$'`;
  return [byKey, { condition: sql`${isNumber} and ${startsWith(number, typed)}`, matched: number }];
}
