import type { ProviderName } from "tributary-sdk/words";
import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId, type ConnectorId, type ReceiptId } from "../../domain/ids.ts";

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

/**
 * One statement: stores the receipt if the mailbox is still what the signature was checked against. `outdated`: its
 * secrets changed, or it was deleted. `known`: the same event arrived before.
 */
export async function insertReceipt(
  db: Queryable,
  { id, accountId, version }: Pick<Mailbox, "id" | "accountId" | "version">,
  receipt: NewReceipt,
): Promise<"stored" | "known" | "outdated"> {
  const [row] = await db.query<{ current: boolean; stored: boolean }>(sql`
    with mailbox as (
      select id, account_id from connectors
      where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)} and version = ${version} and deleted_at is null
    ), stored as (
      insert into receipts (id, account_id, connector_id, dedup_key, topic, body_encrypted, received_at, due_at)
      select ${uuidOf(receipt.id)}, account_id, id, ${receipt.dedupKey}, ${receipt.topic}, ${receipt.bodyEncrypted},
        ${receipt.receivedAt}::timestamptz, ${receipt.receivedAt}::timestamptz from mailbox
      on conflict (connector_id, dedup_key) do nothing returning id
    )
    select exists (select from mailbox) as current, exists (select from stored) as stored`);
  if (!row?.current) return "outdated";
  return row.stored ? "stored" : "known";
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
