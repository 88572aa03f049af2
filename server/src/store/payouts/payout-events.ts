import sql from "sql-template-tag";
import type { Tx } from "../../db/database.ts";
import { eventBody } from "../../domain/events.ts";
import { uuidOf, type AccountId, type EventId, type PayoutId } from "../../domain/ids.ts";
import { DELIVERIES_CHANNEL, type Sending } from "../webhooks/events.ts";
import { uuidLike } from "../ledger/ledger.ts";

export interface PayoutAnnouncement {
  readonly id: EventId;
  readonly payoutId: PayoutId;
  readonly data: object;
}

/** Creates `payout.created` for many payouts at once, in the transaction that creates them. */
export async function announcePayouts(
  tx: Tx,
  accountId: AccountId,
  { events, createdAt, livemode, dueAt }: { events: readonly PayoutAnnouncement[]; createdAt: Date } & Sending,
): Promise<void> {
  const type = "payout.created";
  const bodies = events.map(({ id, data }) => eventBody({ id, type, createdAt, livemode, data }));
  const deliveries = await tx.query<{ status: string }>(sql`
    with event as (
      insert into events (id, account_id, type, subject_id, seq, body, created_at, livemode)
      select id, ${uuidOf(accountId)}::uuid, ${type}, payout_id, 1, body, ${createdAt}, ${livemode}
      from unnest(${events.map(({ id }) => uuidOf(id))}::uuid[], ${events.map(({ payoutId }) => uuidOf(payoutId))}::uuid[],
        ${bodies}::text[]) event (id, payout_id, body)
      returning id
    )
    insert into deliveries (id, account_id, endpoint_id, event_id, event_type, status, due_at, created_at)
    select ${uuidLike("event.id")}, endpoint.account_id, endpoint.id, event.id, ${type},
      case when endpoint.disabled_at is null then 'waiting' else 'held' end, ${dueAt}, ${createdAt}
    from event cross join webhook_endpoints endpoint
    where endpoint.account_id = ${uuidOf(accountId)} and endpoint.deleted_at is null and ${type} = any(endpoint.events)
    returning status`);
  if (deliveries.some(({ status }) => status === "waiting")) tx.tell(DELIVERIES_CHANNEL);
}
