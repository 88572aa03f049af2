import sql from "sql-template-tag";
import type { Tx } from "../../db/database.ts";
import { testTimeOf } from "../job-scope.ts";
import { endpointsWith } from "./delivery-endpoints.ts";

/**
 * Makes deliveries follow their endpoint. Enabled: held deliveries become due. Disabled: waiting deliveries are held.
 * Deleted: both fail. Moves up to `limit` each way and returns how many; the caller repeats it until nothing is left.
 */
export async function followSwitches(tx: Tx, now: Date, limit: number): Promise<number> {
  const released = await tx.query<{ id: string }>(sql`
    with recursive ${endpointsWith("held")}, moved as materialized (
      select d.id, e.deleted_at is not null as deleted from owner
      join webhook_endpoints e on e.id = owner.endpoint_id and (e.disabled_at is null or e.deleted_at is not null)
      cross join lateral (
        select id from deliveries where endpoint_id = e.id and status = 'held'
        order by created_at limit ${limit} for no key update skip locked
      ) d
      limit ${limit}
    )
    update deliveries d set status = case when deleted then 'failed' else 'waiting' end,
      due_at = greatest(d.due_at, ${now}), ended_at = case when deleted then coalesce(${testTimeOf("d")}, ${now}::timestamptz) end
    from moved where d.id = moved.id
    returning d.id`);
  const stopped = await tx.query<{ id: string }>(sql`
    with recursive ${endpointsWith("waiting")}, moved as materialized (
      select d.id, e.deleted_at is not null as deleted from owner
      join webhook_endpoints e on e.id = owner.endpoint_id and (e.disabled_at is not null or e.deleted_at is not null)
      cross join lateral (
        select id from deliveries where endpoint_id = e.id and status = 'waiting'
        order by due_at limit ${limit} for no key update skip locked
      ) d
      limit ${limit}
    )
    update deliveries d set status = case when deleted then 'failed' else 'held' end,
      ended_at = case when deleted then coalesce(${testTimeOf("d")}, ${now}::timestamptz) end
    from moved where d.id = moved.id
    returning d.id`);
  return released.length + stopped.length;
}
