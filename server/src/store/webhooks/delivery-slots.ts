import sql, { raw, type Sql } from "sql-template-tag";
import type { Tx } from "../../db/database.ts";
import { uuidOf, type EndpointId } from "../../domain/ids.ts";
import { isOver } from "../time-limit.ts";

/** How many deliveries may be in flight to one endpoint at a time, across all processes. */
export const SLOTS_PER_ENDPOINT = 4;

export async function insertSlots(tx: Tx, endpointId: EndpointId): Promise<void> {
  await tx.query(sql`
    insert into delivery_slots (endpoint_id, slot)
    select ${uuidOf(endpointId)}, generate_series(1, ${SLOTS_PER_ENDPOINT}::int)`);
}

export interface LeaseTimes {
  readonly now: Date;
  /** Of a lease that begins now. */
  readonly expiresAt: Date;
}

/** The condition for a slot without a current lease. */
export const isFree = ({ now, expiresAt }: LeaseTimes): Sql => isOver(raw("expires_at"), { now, fresh: expiresAt });

/**
 * Locks the slots of these endpoints and waits for other senders. The lock on slot 1 covers all slots of its endpoint:
 * every statement that changes a slot runs under it. Senders lock in ID order, so they cannot deadlock.
 */
export async function lockSlots(tx: Tx, endpointIds: readonly EndpointId[]): Promise<void> {
  await tx.query(sql`
    select from delivery_slots where endpoint_id = any(${endpointIds.map(uuidOf)}::uuid[]) and slot = 1
    order by endpoint_id for no key update`);
}
