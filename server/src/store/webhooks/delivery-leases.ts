import sql from "sql-template-tag";
import type { Tx } from "../../db/database.ts";
import type { DeliveredType } from "../../domain/delivery.ts";
import { idOf, uuidOf, type AccountId, type DeliveryId, type EndpointId, type EventId } from "../../domain/ids.ts";
import { isFree, type LeaseTimes } from "./delivery-slots.ts";

/** A delivery that one sender may send until the lease expires, with everything needed to send it. */
export interface Lease {
  readonly deliveryId: DeliveryId;
  readonly accountId: AccountId;
  readonly endpointId: EndpointId;
  readonly eventId: EventId;
  readonly type: DeliveredType;
  /** null: its retention has passed. */
  readonly body: string | null;
  /** If it differs after the attempt, the delivery was made due again meanwhile. */
  readonly dueAt: Date;
  readonly failures: number;
  readonly manual: boolean;
  readonly url: string;
  readonly secretEncrypted: Uint8Array;
  readonly previousSecretEncrypted: Uint8Array | null;
  readonly previousSecretUntil: Date | null;
  /**
   * An outcome counts only while the slot still has this token. Deliveries with the same token share a slot and are
   * sent one after the other. Together with the delivery it identifies the attempt.
   */
  readonly token: string;
  readonly expiresAt: Date;
}

export interface LeaseRequest extends LeaseTimes {
  /**
   * The endpoints to serve, in this order, and how many deliveries each slot may take. The caller has locked their
   * slots.
   */
  readonly endpoints: readonly { readonly id: EndpointId; readonly perSlot: number }[];
  /** The maximum number of deliveries. */
  readonly limit: number;
}

interface LeaseRow {
  id: string;
  account_id: string;
  endpoint_id: string;
  event_id: string;
  event_type: DeliveredType;
  body: string | null;
  due_at: Date;
  failures: number;
  manual: boolean;
  url: string;
  secret_encrypted: Uint8Array;
  previous_secret_encrypted: Uint8Array | null;
  previous_secret_until: Date | null;
  token: string;
}

/** Leases the oldest due deliveries of each endpoint to its free slots, round robin. */
export async function leaseDeliveries(tx: Tx, { endpoints, now, expiresAt, limit }: LeaseRequest): Promise<Lease[]> {
  if (endpoints.length === 0) return [];
  const free = isFree({ now, expiresAt });
  const rows = await tx.query<LeaseRow>(sql`
    with endpoint as materialized (
      select e.id, e.url, e.secret_encrypted, e.previous_secret_encrypted, e.previous_secret_until, given.turn, given.per_slot,
        array(select slot from delivery_slots where endpoint_id = e.id and ${free} order by slot) as free_slots,
        array(select unnest(deliveries) from delivery_slots where endpoint_id = e.id and not ${free}) as leased
      from unnest(${endpoints.map(({ id }) => uuidOf(id))}::uuid[], ${endpoints.map(({ perSlot }) => perSlot)}::int[])
        with ordinality given (id, per_slot, turn)
      join webhook_endpoints e on e.id = given.id and e.disabled_at is null and e.deleted_at is null
    ), chosen as materialized (
      select d.*, endpoint.free_slots[1 + (d.turn - 1) % cardinality(endpoint.free_slots)] as slot
      from endpoint cross join lateral (
        select *, row_number() over () as turn from (
          select id, account_id, endpoint_id, event_id, event_type, due_at, failures, manual from deliveries
          where endpoint_id = endpoint.id and status = 'waiting' and due_at <= ${now} and id <> all(endpoint.leased)
          order by due_at, id limit cardinality(endpoint.free_slots) * endpoint.per_slot
          -- skips a delivery that is being resent or held right now
          for no key update skip locked
        ) due
      ) d
      order by endpoint.turn, d.turn limit ${limit}
    ), lease as (
      update delivery_slots s set deliveries = taken.deliveries, token = gen_random_uuid(), expires_at = ${expiresAt}
      from (select endpoint_id, slot, array_agg(id) as deliveries from chosen group by endpoint_id, slot) taken
      where s.endpoint_id = taken.endpoint_id and s.slot = taken.slot
      returning s.endpoint_id, s.slot, s.token
    )
    select chosen.*, endpoint.url, endpoint.secret_encrypted, endpoint.previous_secret_encrypted, endpoint.previous_secret_until,
      lease.token,
      -- one lookup by key for each: the planner sometimes turns a join into a scan of all events in the account
      (select v.body from events v where v.id = chosen.event_id and v.account_id = chosen.account_id) as body
    from chosen
    join lease on lease.endpoint_id = chosen.endpoint_id and lease.slot = chosen.slot
    join endpoint on endpoint.id = chosen.endpoint_id
    order by endpoint.turn, chosen.turn`);
  return rows.map((row) => ({
    deliveryId: idOf("delivery", row.id),
    accountId: idOf("account", row.account_id),
    endpointId: idOf("endpoint", row.endpoint_id),
    eventId: idOf("event", row.event_id),
    type: row.event_type,
    body: row.body,
    dueAt: row.due_at,
    failures: row.failures,
    manual: row.manual,
    url: row.url,
    secretEncrypted: row.secret_encrypted,
    previousSecretEncrypted: row.previous_secret_encrypted,
    previousSecretUntil: row.previous_secret_until,
    token: row.token,
    expiresAt,
  }));
}
