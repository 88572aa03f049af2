import sql, { raw } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Conversion } from "../../domain/conversion.ts";
import { idOf, uuidOf, type OrderId } from "../../domain/ids.ts";
import type { OrderEdit } from "../../domain/order-edit.ts";

export interface OrderTotal {
  readonly id: OrderId;
  readonly externalId: string;
  /** With all edits, before all refunds. */
  readonly amountMinor: bigint;
}

/** Every conversion has an order; one for a part of it shares that of the first. */
export async function findOrderOf(
  db: Queryable,
  { accountId, id, partOf }: Pick<Conversion, "accountId" | "id" | "partOf">,
): Promise<OrderTotal> {
  const [row] = await db.query<{ id: string; external_id: string; amount_minor: bigint }>(sql`
    select id, external_id, amount_minor from orders where account_id = ${uuidOf(accountId)} and conversion_id = ${uuidOf(partOf ?? id)}`);
  if (!row) throw new Error(`Conversion ${id} has no order.`);
  return { id: idOf("order", row.id), externalId: row.external_id, amountMinor: row.amount_minor };
}

interface EditRow {
  order_id: string;
  amount_minor: bigint;
  refund_id: string | null;
  conversion_id: string | null;
}

export type RecordedEdit = Pick<OrderEdit, "orderId" | "amountMinor" | "refundId" | "conversionId">;

export async function findEdit(
  db: Queryable,
  { accountId, source, externalId }: Pick<OrderEdit, "accountId" | "source" | "externalId">,
): Promise<RecordedEdit | undefined> {
  const [row] = await db.query<EditRow>(sql`
    select ${raw("order_id, amount_minor, refund_id, conversion_id")} from order_edits
    where account_id = ${uuidOf(accountId)} and source = ${source} and external_id = ${externalId}`);
  return (
    row && {
      orderId: idOf("order", row.order_id),
      amountMinor: row.amount_minor,
      refundId: row.refund_id === null ? null : idOf("refund", row.refund_id),
      conversionId: row.conversion_id === null ? null : idOf("conversion", row.conversion_id),
    }
  );
}

/** Records the edit and the order's new total. False if the source already reported this external ID. */
export async function insertEdit(tx: Tx, edit: OrderEdit): Promise<boolean> {
  const rows = await tx.query(sql`
    with edited as (
      insert into order_edits (id, account_id, order_id, source, external_id, amount_minor, refund_id, conversion_id, actor, recorded_at)
      values (${edit.id}, ${uuidOf(edit.accountId)}, ${uuidOf(edit.orderId)}, ${edit.source}, ${edit.externalId},
        ${edit.amountMinor}, ${edit.refundId && uuidOf(edit.refundId)}, ${edit.conversionId && uuidOf(edit.conversionId)},
        ${edit.actor}, ${edit.recordedAt})
      on conflict (account_id, source, external_id) do nothing returning order_id
    )
    update orders set amount_minor = ${edit.amountMinor} from edited
    where orders.account_id = ${uuidOf(edit.accountId)} and orders.id = edited.order_id returning orders.id`);
  return rows.length === 1;
}
