import sql from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Outcome } from "../../domain/connectors/receipt.ts";
import { idOf, uuidOf, type AccountId } from "../../domain/ids.ts";

/** Orders without an affiliate wait to be brought in line with what is known about them. Others are left alone. */
export async function queueOrders(
  tx: Tx,
  accountId: AccountId,
  { orders, since, at }: { orders: readonly string[]; since?: Date | undefined; at: Date },
): Promise<void> {
  await tx.query(sql`
    update facts f set reconcile_at = ${at} from orders o
    where f.account_id = ${uuidOf(accountId)} and f.kind = 'payment' and f.order_external_id = any(${[...orders]}::text[])
      and o.account_id = f.account_id and o.source = f.provider and o.external_id = f.order_external_id
      and o.conversion_id is null and (${since ?? null}::timestamptz is null or o.paid_at >= ${since ?? null}::timestamptz)`);
}

/** Accounts with such orders, after the given one. There are rarely any. */
export async function listQueuedAccounts(
  db: Queryable,
  { now, after, limit }: { now: Date; after: AccountId | undefined; limit: number },
): Promise<AccountId[]> {
  const from = after ? uuidOf(after) : null;
  const rows = await db.query<{ account_id: string }>(sql`
    select account_id from facts
    where reconcile_at is not null and reconcile_at <= ${now} and (${from}::uuid is null or account_id > ${from}::uuid)
    group by account_id order by account_id limit ${limit}`);
  return rows.map((row) => idOf("account", row.account_id));
}

export interface QueuedOrder {
  readonly orderId: string;
  readonly queuedAt: Date;
}

export async function findQueuedOrder(
  db: Queryable,
  accountId: AccountId,
  now: Date,
): Promise<QueuedOrder | undefined> {
  const [row] = await db.query<{ order_external_id: string; reconcile_at: Date }>(sql`
    select order_external_id, reconcile_at from facts
    where account_id = ${uuidOf(accountId)} and reconcile_at is not null and reconcile_at <= ${now}
    order by reconcile_at, object_id limit 1`);
  return row && { orderId: row.order_external_id, queuedAt: row.reconcile_at };
}

/** It waits on if it was queued again meanwhile. Its receipts then say what became of it. */
export async function saveReconciled(
  tx: Tx,
  accountId: AccountId,
  { orderId, queuedAt, outcome }: QueuedOrder & { outcome: Outcome | null },
): Promise<void> {
  await tx.query(sql`
    update facts set reconcile_at = null
    where account_id = ${uuidOf(accountId)} and order_external_id = ${orderId} and reconcile_at <= ${queuedAt}`);
  if (!outcome) return;
  await tx.query(sql`
    update receipts set conversion_id = ${outcome.conversionId && uuidOf(outcome.conversionId)}, reason = ${outcome.reason}
    where account_id = ${uuidOf(accountId)} and order_external_id = ${orderId} and state = 'done' and reason is not null`);
}
