import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId, type AffiliateId, type UserId } from "../../domain/ids.ts";

/** The person behind an affiliate, and whose test person they are; null for real people. */
export async function findPersonBehind(
  db: Queryable,
  accountId: AccountId,
  affiliateId: AffiliateId,
): Promise<{ userId: UserId; twin: AccountId | null } | undefined> {
  const [row] = await db.query<{ id: string; twin_id: string | null }>(sql`
    select u.id, u.twin_id from affiliates f join users u on u.id = f.user_id
    where f.account_id = ${uuidOf(accountId)} and f.id = ${uuidOf(affiliateId)}`);
  return row && { userId: idOf("user", row.id), twin: row.twin_id === null ? null : idOf("account", row.twin_id) };
}
