import sql from "sql-template-tag";
import type { Tx } from "../db/database.ts";
import type { DeliveredType } from "../domain/delivery.ts";
import { idOf, uuidOf, type AccountId, type DeliveryId, type EndpointId, type EventId } from "../domain/ids.ts";

/** How many deliveries may be on their way to an endpoint at a time, over all processes. */
export const PLACES = 4;

/** A delivery that one sender has for as long as its lease lasts, with all that sending it takes. */
export interface Claim {
  readonly deliveryId: DeliveryId;
  readonly accountId: AccountId;
  readonly endpointId: EndpointId;
  readonly eventId: EventId;
  readonly type: DeliveredType;
  /** null: retention has passed. */
  readonly body: string | null;
  readonly failures: number;
  readonly manual: boolean;
  readonly url: string;
  readonly secretEncrypted: Uint8Array;
  readonly previousSecretEncrypted: Uint8Array | null;
  readonly previousSecretUntil: Date | null;
  /** The fence. */
  readonly token: string;
  readonly leaseExpiresAt: Date;
}

export interface ClaimRequest {
  readonly now: Date;
  readonly leaseExpiresAt: Date;
  /** How many deliveries at most. */
  readonly room: number;
  /** The endpoint that was served last. */
  readonly after: EndpointId | undefined;
}

interface ClaimRow {
  id: string;
  account_id: string;
  endpoint_id: string;
  event_id: string;
  type: DeliveredType;
  body: string | null;
  failures: number;
  manual: boolean;
  url: string;
  secret_encrypted: Uint8Array;
  previous_secret_encrypted: Uint8Array | null;
  previous_secret_until: Date | null;
  token: string;
}

/**
 * Takes what is due, from endpoint to endpoint, starting behind the one that was served last and going round: none is served
 * twice before another is served once. A crash of the taker leaves leases that run out.
 *
 * Of an endpoint all places are locked or it is passed by. A locked row is read as it stands at that moment, not as it was
 * when the statement began: so nobody else's claim of these places is overlooked, nor the delivery that is in one of them.
 */
export async function claimDeliveries(tx: Tx, { now, leaseExpiresAt, room, after }: ClaimRequest): Promise<Claim[]> {
  const cursor = after === undefined ? null : uuidOf(after);
  // The recursion hops from endpoint to endpoint along the index: a long backlog costs no more than a short one.
  const rows = await tx.query<ClaimRow>(sql`
    with recursive busy (endpoint_id) as (
      (select endpoint_id from deliveries where status = 'waiting' order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from deliveries d where d.status = 'waiting' and d.endpoint_id > busy.endpoint_id
        order by d.endpoint_id limit 1)
      from busy where busy.endpoint_id is not null
    ), due as materialized (
      select e.id, e.id <= ${cursor}::uuid as served from busy join webhook_endpoints e on e.id = busy.endpoint_id
      where e.disabled_at is null and e.deleted_at is null
        and exists (select from delivery_slots s where s.endpoint_id = e.id and s.expires_at <= ${now})
        -- something that is not on its way already: endpoints with nothing else would fill the list and hide those behind them
        and exists (select from deliveries d where d.endpoint_id = e.id and d.status = 'waiting' and d.due_at <= ${now}
          and not exists (select from delivery_slots s
            where s.endpoint_id = e.id and s.delivery_id = d.id and s.expires_at > ${now}))
      order by served, e.id limit ${room}
    ), place as materialized (
      select endpoint_id, served, array_agg(slot) filter (where expires_at <= ${now}) as free,
        coalesce(array_agg(delivery_id) filter (where expires_at > ${now}), '{}') as on_their_way
      from (
        select s.endpoint_id, due.served, s.slot, s.delivery_id, s.expires_at
        from due join delivery_slots s on s.endpoint_id = due.id
        order by s.endpoint_id, s.slot
        for update of s skip locked
      ) locked
      group by endpoint_id, served having count(*) = ${PLACES}
    ), picked as materialized (
      select d.id, d.account_id, d.endpoint_id, d.event_id, d.failures, d.manual, place.served,
        place.free[row_number() over (partition by place.served, d.endpoint_id)] as slot
      from place cross join lateral (
        select id, account_id, endpoint_id, event_id, failures, manual from deliveries
        where endpoint_id = place.endpoint_id and status = 'waiting' and due_at <= ${now} and id <> all(place.on_their_way)
        order by due_at, id limit cardinality(place.free)
        for update skip locked
      ) d
      order by place.served, d.endpoint_id limit ${room}
    ), leased as (
      update delivery_slots s set delivery_id = picked.id, token = gen_random_uuid(), expires_at = ${leaseExpiresAt}
      from picked where s.endpoint_id = picked.endpoint_id and s.slot = picked.slot
      returning s.delivery_id, s.token
    )
    select d.id, d.account_id, d.endpoint_id, d.event_id, v.type, v.body, d.failures, d.manual, e.url,
      e.secret_encrypted, e.previous_secret_encrypted, e.previous_secret_until, leased.token
    from picked d
    join leased on leased.delivery_id = d.id
    join webhook_endpoints e on e.id = d.endpoint_id and e.account_id = d.account_id
    -- one by one by their key: as a plain join it is sometimes planned as a walk over all events of the account
    cross join lateral (
      select type, body from events v where v.id = d.event_id and v.account_id = d.account_id limit 1
    ) v
    order by d.served, d.endpoint_id`);
  return rows.map((row) => ({
    deliveryId: idOf("delivery", row.id),
    accountId: idOf("account", row.account_id),
    endpointId: idOf("endpoint", row.endpoint_id),
    eventId: idOf("event", row.event_id),
    type: row.type,
    body: row.body,
    failures: row.failures,
    manual: row.manual,
    url: row.url,
    secretEncrypted: row.secret_encrypted,
    previousSecretEncrypted: row.previous_secret_encrypted,
    previousSecretUntil: row.previous_secret_until,
    token: row.token,
    leaseExpiresAt,
  }));
}

/**
 * Deliveries follow their endpoint: what is held for one that is on becomes due, what waits for one that is off is held, and
 * what was meant for one that was deleted has failed. A few at a time: returns how many, so that the caller comes back.
 */
export async function followSwitches(tx: Tx, now: Date, limit: number): Promise<number> {
  const released = await tx.query<{ id: string }>(sql`
    with recursive holding (endpoint_id) as (
      (select endpoint_id from deliveries where status = 'held' order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from deliveries d where d.status = 'held' and d.endpoint_id > holding.endpoint_id
        order by d.endpoint_id limit 1)
      from holding where holding.endpoint_id is not null
    ), moved as materialized (
      select d.id, e.deleted_at is not null as deleted from holding
      join webhook_endpoints e on e.id = holding.endpoint_id and (e.disabled_at is null or e.deleted_at is not null)
      cross join lateral (
        select id from deliveries where endpoint_id = e.id and status = 'held'
        order by created_at limit ${limit} for update skip locked
      ) d
      limit ${limit}
    )
    update deliveries d set status = case when deleted then 'failed' else 'waiting' end,
      due_at = greatest(d.due_at, ${now}), ended_at = case when deleted then ${now}::timestamptz end
    from moved where d.id = moved.id
    returning d.id`);
  const stopped = await tx.query<{ id: string }>(sql`
    with recursive busy (endpoint_id) as (
      (select endpoint_id from deliveries where status = 'waiting' order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from deliveries d where d.status = 'waiting' and d.endpoint_id > busy.endpoint_id
        order by d.endpoint_id limit 1)
      from busy where busy.endpoint_id is not null
    ), moved as materialized (
      select d.id, e.deleted_at is not null as deleted from busy
      join webhook_endpoints e on e.id = busy.endpoint_id and (e.disabled_at is not null or e.deleted_at is not null)
      cross join lateral (
        select id from deliveries where endpoint_id = e.id and status = 'waiting'
        order by due_at limit ${limit} for update skip locked
      ) d
      limit ${limit}
    )
    update deliveries d set status = case when deleted then 'failed' else 'held' end,
      ended_at = case when deleted then ${now}::timestamptz end
    from moved where d.id = moved.id
    returning d.id`);
  return released.length + stopped.length;
}
