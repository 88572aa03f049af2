import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import { uuidOf, type AccountId } from "../../domain/ids.ts";
import type { Total } from "../page.ts";

interface OrderSearch {
  readonly table: "conversions" | "claims";
  readonly columns: Sql;
  readonly accountId: AccountId;
  readonly typed: string;
}

const FOUND_MAX = 1_000;

/**
 * The rows whose order ID starts with the typed text, ignoring case, spaces and `#`. Use it in place of the table. It
 * reads at most 1,001 index entries, in the order of the IDs. Other filters apply to those.
 */
export const foundByOrder = ({ table, columns, accountId, typed }: OrderSearch): Sql => sql`(
  select ${columns} from ${raw(table)}
  where account_id = ${uuidOf(accountId)} ${raw(table === "claims" ? "and state <> 'asked'" : "")}
    and order_key(external_id) ~>=~ order_key(${typed})
    and order_key(external_id) ~<~ (order_key(${typed}) || chr(1114111))
  order by order_key(external_id) using ~<~, id limit ${FOUND_MAX + 1}) ${raw(table)}`;

/** Not exact if the search has more results than it reads. */
export async function countFound(db: Queryable, found: Sql, matching: Sql): Promise<Total> {
  const [row] = await db.query<{ total: bigint; reached: bigint }>(sql`
    select count(*) filter (where ${matching}) as total, count(*) as reached from ${found}`);
  const isCut = Number(row?.reached ?? 0n) > FOUND_MAX;
  return { count: Math.min(Number(row?.total ?? 0n), FOUND_MAX), atLeast: isCut };
}
