import sql from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { uuidOf, type AccountId } from "../../domain/ids.ts";
import { DELIVERIES_CHANNEL } from "../webhooks/events.ts";

/** How many deliveries of the twin are due in real time and not recorded yet. */
export async function countDueDeliveries(db: Queryable, twin: AccountId): Promise<number> {
  const [row] = await db.query<{ due: number }>(sql`
    select count(*)::int as due
      from deliveries d join webhook_endpoints e on e.id = d.endpoint_id and e.account_id = d.account_id
      where d.account_id = ${uuidOf(twin)} and d.status = 'waiting' and d.due_at < 'infinity'
        and e.disabled_at is null and e.deleted_at is null`);
  return row?.due ?? 0;
}

/** When the next failed delivery of the twin is due again, after `now`. */
export async function nextRetryAt(db: Queryable, twin: AccountId, now: Date): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>(sql`
    select min(retry_at) as at from deliveries
    where account_id = ${uuidOf(twin)} and status = 'waiting' and retry_at > ${now}`);
  return row?.at ?? null;
}

/** Makes retries that the clock has reached due in real time. Returns how many. */
export async function releaseRetries(
  tx: Tx,
  twin: AccountId,
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<number> {
  const rows = await tx.query<{ id: string }>(sql`
    update deliveries set due_at = ${dueAt}, retry_at = null
    where account_id = ${uuidOf(twin)} and status = 'waiting' and retry_at <= ${now}
    returning id`);
  if (rows.length > 0) tx.tell(DELIVERIES_CHANNEL);
  return rows.length;
}
