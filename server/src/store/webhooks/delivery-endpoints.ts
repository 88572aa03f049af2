import sql, { raw, type Sql } from "sql-template-tag";
import type { Tx } from "../../db/database.ts";
import { idOf, uuidOf, type EndpointId } from "../../domain/ids.ts";
import { isFree, type LeaseTimes } from "./delivery-slots.ts";

/**
 * The endpoints that have deliveries of this status, as the CTE `owner` of a recursive query that ends with a null. It
 * skips from endpoint to endpoint along the index, so a long backlog costs no more than a short one. The status is a
 * literal: with a parameter the planner could not use the partial index.
 */
export function endpointsWith(status: "waiting" | "held"): Sql {
  const matching = raw(`status = '${status}'`);
  return sql`owner (endpoint_id) as (
      (select endpoint_id from deliveries where ${matching} order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from deliveries d where d.${matching} and d.endpoint_id > owner.endpoint_id
        order by d.endpoint_id limit 1)
      from owner where owner.endpoint_id is not null
    )`;
}

export interface EndpointsToServe extends LeaseTimes {
  /** The endpoint served last. The round continues after it, so that none is served twice before the others. */
  readonly after: EndpointId | undefined;
  readonly limit: number;
}

/**
 * Enabled endpoints that have a free slot and a due delivery that is not in flight. Locks their slots, like
 * `lockSlots`, and skips endpoints that another sender has locked.
 */
export async function lockEndpointsToServe(
  tx: Tx,
  { now, expiresAt, after, limit }: EndpointsToServe,
): Promise<EndpointId[]> {
  const free = isFree({ now, expiresAt });
  const rows = await tx.query<{ id: string }>(sql`
    with recursive ${endpointsWith("waiting")}
    select e.id
    from owner
    join webhook_endpoints e on e.id = owner.endpoint_id and e.disabled_at is null and e.deleted_at is null
    join delivery_slots lock on lock.endpoint_id = e.id and lock.slot = 1
    cross join lateral (
      select exists (select from delivery_slots where endpoint_id = e.id and ${free}) as has_free_slot,
        array(select unnest(deliveries) from delivery_slots where endpoint_id = e.id and not ${free}) as leased
    ) slots
    where slots.has_free_slot
      -- without this, endpoints with nothing else to send would fill the list and crowd out the others
      and exists (select from deliveries d where d.endpoint_id = e.id and d.status = 'waiting' and d.due_at <= ${now}
        and d.id <> all(slots.leased))
    order by e.id <= ${after ? uuidOf(after) : null}::uuid, e.id limit ${limit}
    for no key update of lock skip locked`);
  return rows.map((row) => idOf("endpoint", row.id));
}
