import type { ProviderName } from "tributary-sdk/words";
import sql from "sql-template-tag";
import { bytesArray, instantArray, integerArray, textArray, uuidArray } from "../../db/binary-arrays.ts";
import type { Queryable } from "../../db/database.ts";
import { bytesOfUuid, idOf, uuidOf, type AccountId, type ConnectorId, type ReceiptId } from "../../domain/ids.ts";

/** Told when a receipt waits. */
export const RECEIPTS_CHANNEL = "receipts";

/** What accepting a request needs. */
export interface Mailbox {
  readonly id: ConnectorId;
  readonly accountId: AccountId;
  readonly provider: ProviderName;
  readonly secretEncrypted: Buffer | null;
  readonly previousSecretEncrypted: Buffer | null;
  readonly previousSecretUntil: Date | null;
  readonly version: number;
  readonly isDeleted: boolean;
}

/** By its ID alone: the request says nothing else before its signature is checked. */
export async function findMailbox(db: Queryable, id: ConnectorId): Promise<Mailbox | undefined> {
  const [row] = await db.query<Omit<Mailbox, "id" | "accountId"> & { account_id: string }>(sql`
    select account_id, provider, secret_encrypted as "secretEncrypted",
      previous_secret_encrypted as "previousSecretEncrypted", previous_secret_until as "previousSecretUntil", version,
      deleted_at is not null as "isDeleted"
    from connectors where id = ${uuidOf(id)}`);
  if (!row) return undefined;
  const { account_id: account, ...mailbox } = row;
  return { ...mailbox, id, accountId: idOf("account", account) };
}

export interface NewReceipt {
  readonly id: ReceiptId;
  readonly dedupKey: string;
  readonly topic: string;
  readonly bodyEncrypted: Buffer;
  readonly receivedAt: Date;
}

/** A receipt, and the mailbox as it was when the signature was checked. */
export interface Addressed extends NewReceipt {
  readonly mailbox: Pick<Mailbox, "id" | "accountId" | "version">;
}

/** `outdated`: the mailbox has changed since or was deleted. `known`: the same event arrived before. */
export type Stored = "stored" | "known" | "outdated";

/** One statement: stores each receipt whose mailbox is still what its signature was checked against. */
export async function insertReceipts(db: Queryable, receipts: readonly Addressed[]): Promise<Stored[]> {
  const uuids = receipts.map(({ id }) => uuidOf(id));
  const idArray = (ids: readonly string[]): Buffer => uuidArray(ids.map(bytesOfUuid));
  const rows = await db.query<{ id: string; stored: boolean }>(sql`
    with given as (
      select given.* from unnest(${idArray(uuids)}::uuid[],
        ${idArray(receipts.map(({ mailbox }) => uuidOf(mailbox.accountId)))}::uuid[],
        ${idArray(receipts.map(({ mailbox }) => uuidOf(mailbox.id)))}::uuid[],
        ${integerArray(receipts.map(({ mailbox }) => mailbox.version))}::int4[],
        ${textArray(receipts.map(({ dedupKey }) => dedupKey))}::text[], ${textArray(receipts.map(({ topic }) => topic))}::text[],
        ${bytesArray(receipts.map(({ bodyEncrypted }) => bodyEncrypted))}::bytea[],
        ${instantArray(receipts.map(({ receivedAt }) => receivedAt.getTime()))}::timestamptz[])
        as given (id, account_id, connector_id, version, dedup_key, topic, body_encrypted, received_at)
      join connectors c on c.account_id = given.account_id and c.id = given.connector_id and c.version = given.version
        and c.deleted_at is null
    ), stored as (
      insert into receipts (id, account_id, connector_id, dedup_key, topic, body_encrypted, received_at, due_at)
      select id, account_id, connector_id, dedup_key, topic, body_encrypted, received_at, received_at from given
      -- In the same order everywhere: two statements with the same two events would otherwise wait for each other.
      order by connector_id, dedup_key collate "C"
      on conflict (connector_id, dedup_key) do nothing returning id
    )
    select given.id, stored.id is not null as stored from given left join stored using (id)`);
  const found = new Map(rows.map(({ id, stored }) => [id, stored]));
  return uuids.map((uuid) => {
    const stored = found.get(uuid);
    return stored === undefined ? "outdated" : stored ? "stored" : "known";
  });
}

/**
 * A failed or ignored event that arrives again gets another chance: the shop's settings may have changed, or its content
 * may be deleted here. True if it waits again. The time of its first arrival stays.
 */
export async function reviveReceipt(
  db: Queryable,
  { id, accountId }: Pick<Mailbox, "id" | "accountId">,
  receipt: NewReceipt,
): Promise<boolean> {
  // The content is sealed with the receipt's ID, so a new content brings a new ID.
  const rows = await db.query(sql`
    update receipts set state = 'waiting', due_at = ${receipt.receivedAt},
      id = case when body_encrypted is null then ${uuidOf(receipt.id)}::uuid else id end,
      body_encrypted = coalesce(body_encrypted, ${receipt.bodyEncrypted})
    where account_id = ${uuidOf(accountId)} and connector_id = ${uuidOf(id)} and dedup_key = ${receipt.dedupKey}
      and state in ('failed', 'ignored') returning id`);
  return rows.length > 0;
}

export async function countRefused(
  db: Queryable,
  { id, accountId }: Pick<Mailbox, "id" | "accountId">,
  { count, at }: { count: number; at: Date },
): Promise<void> {
  await db.query(sql`
    update connectors set refused_count = refused_count + ${count}, refused_at = ${at}
    where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`);
}
