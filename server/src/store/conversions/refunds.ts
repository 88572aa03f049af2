import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Conversion } from "../../domain/conversion.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { idOf, uuidOf, type AccountId, type ConversionId, type OrderId, type RefundId } from "../../domain/ids.ts";
import { EDIT_PREFIX, type Refund, type RefundedItem } from "../../domain/refund.ts";

interface RefundRow {
  id: string;
  account_id: string;
  order_id: string;
  conversion_id: string | null;
  source: string;
  external_id: string;
  amount_minor: bigint;
  currency: Currency;
  items: RefundedItem[] | null;
  counted: boolean;
  reason: string | null;
  actor: string;
  occurred_at: Date;
  recorded_at: Date;
}
const columns = raw(
  `id, account_id, order_id, conversion_id, source, external_id, amount_minor, currency, items, counted, reason, actor,
  occurred_at, recorded_at`,
);

/** False if the source already reported this external ID. The order's conversion is locked. */
export async function insertRefund(tx: Tx, refund: Refund): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into refunds (id, account_id, order_id, conversion_id, source, external_id, amount_minor, currency, items, counted, reason,
      actor, occurred_at, recorded_at)
    values (${uuidOf(refund.id)}, ${uuidOf(refund.accountId)}, ${uuidOf(refund.orderId)},
      ${refund.conversionId && uuidOf(refund.conversionId)}, ${refund.source}, ${refund.externalId}, ${refund.amount.minor},
      ${refund.amount.currency}, ${refund.items && JSON.stringify(refund.items)}, ${refund.counted}, ${refund.reason},
      ${refund.actor}, ${refund.occurredAt}, ${refund.recordedAt})
    on conflict (account_id, source, external_id) do nothing returning id`);
  return rows.length === 1;
}

export async function findReportedRefund(
  db: Queryable,
  { accountId, source, externalId }: Pick<Refund, "accountId" | "source" | "externalId">,
): Promise<Refund | undefined> {
  const [row] = await db.query<RefundRow>(sql`
    select ${columns} from refunds
    where account_id = ${uuidOf(accountId)} and source = ${source} and external_id = ${externalId}`);
  return row && refundOf(row);
}

export async function findRefund(db: Queryable, accountId: AccountId, id: RefundId): Promise<Refund | undefined> {
  const [row] = await db.query<RefundRow>(sql`
    select ${columns} from refunds where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`);
  return row && refundOf(row);
}

/** undefined if none of the order's refunds counts. */
export async function findNewestCounted(
  db: Queryable,
  accountId: AccountId,
  orderId: OrderId,
): Promise<Refund | undefined> {
  const [row] = await db.query<RefundRow>(sql`
    select ${columns} from refunds
    where account_id = ${uuidOf(accountId)} and order_id = ${uuidOf(orderId)} and counted order by recorded_at desc, id desc limit 1`);
  return row && refundOf(row);
}

/**
 * Whether it counts. A later edit replaces the refund of an earlier one, so that of an edit counts as long as the
 * order's total is lowered.
 */
export async function isInForce(db: Queryable, { accountId, id }: Pick<Refund, "accountId" | "id">): Promise<boolean> {
  const [row] = await db.query<{ in_force: boolean }>(sql`
    select ${inForce("refund")} as in_force from refunds refund
    where refund.account_id = ${uuidOf(accountId)} and refund.id = ${uuidOf(id)}`);
  return row?.in_force === true;
}

/** The same for a query. */
export const inForce = (refund: string): Sql =>
  raw(`(${refund}.counted or (${refund}.external_id like '${EDIT_PREFIX}%' and exists (select from refunds later
    where later.account_id = ${refund}.account_id and later.order_id = ${refund}.order_id and later.counted
      and later.external_id like '${EDIT_PREFIX}%')))`);

/** False if it no longer counted. */
export async function stopCounting(tx: Tx, { accountId, id }: Pick<Refund, "accountId" | "id">): Promise<boolean> {
  const rows = await tx.query(sql`
    update refunds set counted = false where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)} and counted returning id`);
  return rows.length === 1;
}

/** Oldest first. */
export async function listRefunds(db: Queryable, accountId: AccountId, orderId: OrderId): Promise<Refund[]> {
  const rows = await db.query<RefundRow>(sql`
    select ${columns} from refunds where account_id = ${uuidOf(accountId)} and order_id = ${uuidOf(orderId)}
    order by recorded_at, id`);
  return rows.map(refundOf);
}

/** Those of the order that the conversion belongs to, oldest first. */
export async function listRefundsFor(
  db: Queryable,
  { accountId, id, partOf }: Pick<Conversion, "accountId" | "id" | "partOf">,
): Promise<Refund[]> {
  const rows = await db.query<RefundRow>(sql`
    select ${columns} from refunds where account_id = ${uuidOf(accountId)}
      and order_id = (select id from orders where account_id = ${uuidOf(accountId)} and conversion_id = ${uuidOf(partOf ?? id)})
    order by recorded_at, id`);
  return rows.map(refundOf);
}

/** A paid conversion was closed as it was: what was refunded of its order counts for its new part. */
export async function moveRefunds(
  tx: Tx,
  accountId: AccountId,
  { from, to }: { from: ConversionId; to: ConversionId },
): Promise<void> {
  await tx.query(sql`
    update refunds set conversion_id = ${uuidOf(to)}
    where account_id = ${uuidOf(accountId)} and conversion_id = ${uuidOf(from)} and counted`);
}

/** Whether a refund, and not a person, rejected the conversion last. */
export async function wasRejectedByRefund(tx: Tx, id: ConversionId): Promise<boolean> {
  const [row] = await tx.query<{ by_refund: boolean }>(sql`
    select refund_id is not null as by_refund from conversion_transitions
    where conversion_id = ${uuidOf(id)} and action = 'reject' order by seq desc limit 1`);
  return row?.by_refund === true;
}

const refundOf = (row: RefundRow): Refund => ({
  id: idOf("refund", row.id),
  accountId: idOf("account", row.account_id),
  orderId: idOf("order", row.order_id),
  conversionId: row.conversion_id === null ? null : idOf("conversion", row.conversion_id),
  source: row.source,
  externalId: row.external_id,
  amount: { minor: row.amount_minor, currency: row.currency },
  items: row.items,
  counted: row.counted,
  reason: row.reason,
  actor: row.actor,
  occurredAt: row.occurred_at,
  recordedAt: row.recorded_at,
});
