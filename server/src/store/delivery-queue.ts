import sql from "sql-template-tag";
import type { Tx } from "../db/database.ts";
import type { DeliveredType } from "../domain/delivery.ts";
import { idOf, uuidOf, type AccountId, type DeliveryId, type EndpointId, type EventId } from "../domain/ids.ts";

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
  /** How many at a time to one endpoint, over all processes. */
  readonly perEndpointMax: number;
}

/**
 * Endpoints that something is due for and that have room, starting behind `after` and going round, so that none is
 * served twice before another is served once. Until the commit nobody else counts or takes leases of those returned:
 * others pass them by. The count itself is a statement of its own, because its snapshot must be younger than the lock.
 */
export async function lockDueEndpoints(
  tx: Tx,
  after: EndpointId | undefined,
  { now, room, perEndpointMax }: ClaimRequest,
): Promise<EndpointId[]> {
  const cursor = after === undefined ? null : uuidOf(after);
  // The recursion hops from endpoint to endpoint along the index: a long backlog costs no more than a short one.
  const rows = await tx.query<{ id: string; locked: boolean }>(sql`
    with recursive busy (endpoint_id) as (
      (select endpoint_id from deliveries where status = 'waiting' order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from deliveries d where d.status = 'waiting' and d.endpoint_id > busy.endpoint_id
        order by d.endpoint_id limit 1)
      from busy where busy.endpoint_id is not null
    ), due as materialized (
      select e.id from busy join webhook_endpoints e on e.id = busy.endpoint_id
      where e.disabled_at is null and e.deleted_at is null
        and exists (select from deliveries d
          where d.endpoint_id = e.id and d.status = 'waiting' and d.due_at <= ${now})
        and (select count(*) from delivery_leases l
          where l.endpoint_id = e.id and l.expires_at > ${now}) < ${perEndpointMax}::int
      order by e.id <= ${cursor}::uuid, e.id
      limit ${room}
    )
    select id, pg_try_advisory_xact_lock(hashtextextended(id::text, 4)) as locked from due`);
  return rows.filter(({ locked }) => locked).map(({ id }) => idOf("endpoint", id));
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

/** Takes what is due for endpoints that this transaction has locked. A crash of the taker leaves a lease that runs out. */
export async function claimDeliveries(
  tx: Tx,
  endpointIds: readonly EndpointId[],
  { now, leaseExpiresAt, room, perEndpointMax }: ClaimRequest,
): Promise<Claim[]> {
  const rows = await tx.query<ClaimRow>(sql`
    with free as materialized (
      select e.id, (${perEndpointMax}::int - (select count(*) from delivery_leases l
        where l.endpoint_id = e.id and l.expires_at > ${now}))::int as room
      from unnest(${endpointIds.map(uuidOf)}::uuid[]) e (id)
    ), picked as materialized (
      select d.id, d.account_id, d.endpoint_id, d.event_id, d.failures, d.manual
      from free cross join lateral (
        select id, account_id, endpoint_id, event_id, failures, manual from deliveries
        where endpoint_id = free.id and status = 'waiting' and due_at <= ${now}
          and not exists (select from delivery_leases l where l.delivery_id = deliveries.id and l.expires_at > ${now})
        order by due_at, id limit greatest(free.room, 0)
        for update skip locked
      ) d
      limit ${room}
    ), leased as (
      insert into delivery_leases (delivery_id, endpoint_id, token, expires_at)
      select id, endpoint_id, gen_random_uuid(), ${leaseExpiresAt} from picked
      on conflict (delivery_id) do update set token = excluded.token, expires_at = excluded.expires_at
      returning delivery_id, token
    )
    select d.id, d.account_id, d.endpoint_id, d.event_id, v.type, v.body, d.failures, d.manual, e.url,
      e.secret_encrypted, e.previous_secret_encrypted, e.previous_secret_until, leased.token
    from picked d
    join leased on leased.delivery_id = d.id
    join events v on v.id = d.event_id and v.account_id = d.account_id
    join webhook_endpoints e on e.id = d.endpoint_id and e.account_id = d.account_id`);
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

/** Deliveries follow the switch of their endpoint. A few at a time: returns how many, so that the caller comes back. */
export async function followSwitches(tx: Tx, now: Date, limit: number): Promise<number> {
  const released = await tx.query<{ id: string }>(sql`
    with recursive holding (endpoint_id) as (
      (select endpoint_id from deliveries where status = 'held' order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from deliveries d where d.status = 'held' and d.endpoint_id > holding.endpoint_id
        order by d.endpoint_id limit 1)
      from holding where holding.endpoint_id is not null
    ), moved as materialized (
      select d.id from holding
      join webhook_endpoints e on e.id = holding.endpoint_id and e.disabled_at is null and e.deleted_at is null
      cross join lateral (
        select id from deliveries where endpoint_id = e.id and status = 'held'
        order by created_at limit ${limit} for update skip locked
      ) d
      limit ${limit}
    )
    update deliveries d set status = 'waiting', due_at = greatest(d.due_at, ${now})
    from moved where d.id = moved.id
    returning d.id`);
  const held = await tx.query<{ id: string }>(sql`
    with recursive busy (endpoint_id) as (
      (select endpoint_id from deliveries where status = 'waiting' order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from deliveries d where d.status = 'waiting' and d.endpoint_id > busy.endpoint_id
        order by d.endpoint_id limit 1)
      from busy where busy.endpoint_id is not null
    ), moved as materialized (
      select d.id from busy
      join webhook_endpoints e on e.id = busy.endpoint_id and (e.disabled_at is not null or e.deleted_at is not null)
      cross join lateral (
        select id from deliveries where endpoint_id = e.id and status = 'waiting'
        order by due_at limit ${limit} for update skip locked
      ) d
      limit ${limit}
    )
    update deliveries d set status = 'held' from moved where d.id = moved.id
    returning d.id`);
  return released.length + held.length;
}
