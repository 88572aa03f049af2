import sql from "sql-template-tag";
import type { Tx } from "../db/database.ts";
import { eventBody, type EventType } from "../domain/events.ts";
import { uuidOf, type AccountId, type AffiliationId, type ConversionId, type EventId, type PayoutId } from "../domain/ids.ts";

export interface Announcement {
  readonly id: EventId;
  readonly accountId: AccountId;
  readonly type: EventType;
  /** What it is about, and the number of that thing's transition: none is announced twice. */
  readonly subjectId: ConversionId | AffiliationId | PayoutId;
  readonly seq: number;
  readonly createdAt: Date;
  readonly data: object;
}

/** The event with its frozen body, and a delivery for each endpoint that asked for it, in the transaction of the change. */
export async function announce(tx: Tx, event: Announcement): Promise<void> {
  const account = uuidOf(event.accountId);
  const id = uuidOf(event.id);
  // A delivery's id is ordered by time like all others: the event's moment, and randomness of its own.
  await tx.query(sql`
    with event as (
      insert into events (id, account_id, type, subject_id, seq, body, created_at)
      values (${id}, ${account}, ${event.type}, ${uuidOf(event.subjectId)}, ${event.seq}, ${eventBody(event)}, ${event.createdAt})
    )
    insert into deliveries (id, account_id, endpoint_id, event_id, status, due_at, created_at)
    select (left(${id}::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid, account_id, id, ${id}::uuid,
      case when disabled_at is null then 'waiting' else 'held' end, ${event.createdAt}, ${event.createdAt}
    from webhook_endpoints
    where account_id = ${account} and deleted_at is null and ${event.type} = any(events)`);
}
