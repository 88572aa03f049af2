import sql, { raw, type Sql } from "sql-template-tag";
import type { keySorts } from "tributary-sdk/words";
import type { Queryable, Tx } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId, type KeyId } from "../../domain/ids.ts";
import type { AccountMode, Plan } from "../../domain/person.ts";
import { newestFirst, type List, type OfAccount } from "../page.ts";
import type { Row } from "../row.ts";

export interface ApiKey {
  readonly id: KeyId;
  readonly accountId: AccountId;
  readonly name: string;
  readonly prefix: string;
  readonly lastFour: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

const columns = sql`id, account_id as "accountId", name, prefix, last_four as "lastFour", created_at as "createdAt",
  last_used_at as "lastUsedAt", revoked_at as "revokedAt"`;

const keyOf = (row: Row<ApiKey>): ApiKey => ({
  ...row,
  id: idOf("key", row.id),
  accountId: idOf("account", row.accountId),
});

export async function insertKey(tx: Tx, key: ApiKey, keyDigest: Uint8Array): Promise<void> {
  await tx.query(sql`
    insert into api_keys (id, account_id, name, key_hash, prefix, last_four, created_at)
    values (${uuidOf(key.id)}, ${uuidOf(key.accountId)}, ${key.name}, ${keyDigest}, ${key.prefix},
      ${key.lastFour}, ${key.createdAt})`);
}

export async function countActiveKeys(db: Queryable, accountId: AccountId): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from api_keys where account_id = ${uuidOf(accountId)} and revoked_at is null`);
  return row?.count ?? 0;
}

export interface LivingKey {
  readonly keyId: KeyId;
  readonly accountId: AccountId;
  readonly plan: Plan;
  readonly mode: AccountMode;
  readonly lastUsedAt: Date | null;
}

export async function findLivingKey(db: Queryable, keyDigest: Uint8Array): Promise<LivingKey | undefined> {
  const [row] = await db.query<Row<LivingKey>>(sql`
    select k.id as "keyId", k.account_id as "accountId", a.plan, a.mode, k.last_used_at as "lastUsedAt"
    from api_keys k join accounts a on a.id = k.account_id
    where k.key_hash = ${keyDigest} and k.revoked_at is null`);
  return row && { ...row, keyId: idOf("key", row.keyId), accountId: idOf("account", row.accountId) };
}

export const listKeysOf = (db: Queryable, accountId: AccountId): Promise<ApiKey[]> =>
  readKeys(
    db,
    sql`select ${columns} from api_keys where account_id = ${uuidOf(accountId)} order by created_at desc, id desc`,
  );

export const listKeysOfAll = (db: Queryable): Promise<ApiKey[]> =>
  readKeys(db, sql`select ${columns} from api_keys order by created_at desc, id desc`);

export interface KeyFilter {
  readonly sort?: (typeof keySorts)[number] | undefined;
}

/** A key that was never used sorts before all others, and an active one before a revoked one. */
export const keyList: List<OfAccount, KeyFilter, ApiKey> = newestFirst({
  table: "api_keys",
  columns,
  sorts: {
    name: raw("lower(name)"),
    status: raw("(revoked_at is not null)"),
    created: "created_at",
    used: raw("coalesce(last_used_at, '-infinity')"),
  },
  matches: ({ accountId }) => sql`account_id = ${uuidOf(accountId)}`,
  complete: (db, keys) => readKeys(db, sql`${keys} order by position`),
  position: ({ createdAt, id }) => ({ at: createdAt, uuid: uuidOf(id) }),
});

async function readKeys(db: Queryable, keys: Sql): Promise<ApiKey[]> {
  return (await db.query<Row<ApiKey>>(keys)).map(keyOf);
}

/** Not `for update`: that would block inserts that reference the key. */
export async function lockKey(tx: Tx, accountId: AccountId, id: KeyId): Promise<ApiKey | undefined> {
  const [row] = await tx.query<Row<ApiKey>>(sql`
    select ${columns} from api_keys where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)} for no key update`);
  return row && keyOf(row);
}

export async function saveRevocation(tx: Tx, key: { accountId: AccountId; id: KeyId }, at: Date): Promise<void> {
  await tx.query(sql`
    update api_keys set revoked_at = ${at} where account_id = ${uuidOf(key.accountId)} and id = ${uuidOf(key.id)}`);
}

/** For the operator, who identifies a key by its ID alone. */
export async function findAccountOfKey(db: Queryable, id: KeyId): Promise<AccountId | undefined> {
  const [row] = await db.query<{ account_id: string }>(sql`
    select account_id from api_keys where id = ${uuidOf(id)}`);
  return row && idOf("account", row.account_id);
}

/** If several processes record the same minute, only one writes. */
export async function saveLastUse(tx: Tx, id: KeyId, use: { at: Date; unlessAfter: Date }): Promise<void> {
  await tx.query(sql`
    update api_keys set last_used_at = ${use.at}
    where id = ${uuidOf(id)} and (last_used_at is null or last_used_at <= ${use.unlessAfter})`);
}
