import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import { idOf, parseId, uuidOf, type AccountId } from "../../domain/ids.ts";

/** Names of the people and keys in an account's history, including former members. */
export async function readActorNames(
  db: Queryable,
  accountId: AccountId,
  actors: readonly string[],
): Promise<Map<string, string>> {
  const users = actors.flatMap((actor) => parseId("user", actor) ?? []).map(uuidOf);
  const keys = actors.flatMap((actor) => parseId("key", actor) ?? []).map(uuidOf);
  const rows = await db.query<{ id: string; kind: "user" | "key"; name: string }>(sql`
    select id, 'user' as kind, name from users where id = any(${users}::uuid[])
    union all
    select id, 'key', name from api_keys where account_id = ${uuidOf(accountId)} and id = any(${keys}::uuid[])`);
  return new Map(rows.map(({ id, kind, name }) => [idOf(kind, id), name]));
}
