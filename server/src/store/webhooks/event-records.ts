import sql from "sql-template-tag";
import type { Tx } from "../../db/database.ts";

export interface OldRecords {
  /** IDs of events, both exclusive. They start with the real time, also in twins, so the primary key is in its order. */
  readonly after: string;
  readonly before: string;
  /** Keeps deliveries that were due later: a sender may still record an attempt. */
  readonly dueBefore: Date;
  readonly limit: number;
}

export interface DeletedRecords {
  /** How many events were looked at. */
  readonly seen: number;
  /** The last of them. */
  readonly last: string | undefined;
  readonly deleted: number;
}

interface OldEvent {
  id: string;
  account_id: string;
  created_at: Date;
  is_over: boolean;
}

/**
 * Deletes events without a body, their deliveries and the attempts. An event with a delivery that is not over, or that
 * someone else works on right now, stays with all its deliveries.
 */
export async function deleteOldRecords(
  tx: Tx,
  { after, before, dueBefore, limit }: OldRecords,
): Promise<DeletedRecords> {
  const events = await tx.query<OldEvent>(sql`
    with old as materialized (
      select id, account_id, created_at from events
      where id > ${after}::uuid and id < ${before}::uuid and body is null
      order by id limit ${limit}
      for update skip locked
    ), over as materialized (
      select d.event_id from old join deliveries d on d.event_id = old.id and d.account_id = old.account_id
      where d.status in ('delivered', 'failed')
        -- a twin's retry that was given up has no time
        and (d.due_at < ${dueBefore} or d.due_at = 'infinity')
      for update of d skip locked
    )
    select old.id, old.account_id, old.created_at,
      coalesce(counted.deliveries, 0) = (select count(*) from deliveries d
        where d.event_id = old.id and d.account_id = old.account_id) as is_over
    from old
    left join (select event_id, count(*) as deliveries from over group by event_id) counted on counted.event_id = old.id
    order by old.id`);
  const over = events.filter((event) => event.is_over);
  if (over.length > 0) await deleteEvents(tx, over);
  return { seen: events.length, last: events.at(-1)?.id, deleted: over.length };
}

/** A statement of its own: it sees attempts that were recorded until the deliveries were locked. */
async function deleteEvents(tx: Tx, events: readonly OldEvent[]): Promise<void> {
  await tx.query(sql`
    with old as materialized (
      select * from unnest(${events.map(({ id }) => id)}::uuid[], ${events.map((event) => event.account_id)}::uuid[],
        ${events.map((event) => event.created_at)}::timestamptz[]) old (id, account_id, created_at)
    ), sent as materialized (
      select d.id, d.account_id from old join deliveries d on d.event_id = old.id and d.account_id = old.account_id
    ), attempts as (
      delete from delivery_attempts a using sent where a.delivery_id = sent.id and a.account_id = sent.account_id
    ), deliveries as (
      delete from deliveries d using sent where d.id = sent.id and d.account_id = sent.account_id
    ), events as (
      delete from events e using old where e.id = old.id and e.account_id = old.account_id
    )
    insert into event_cutoffs as cutoff (account_id, deleted_until)
    select account_id, max(created_at) from old group by account_id order by account_id
    on conflict (account_id) do update set deleted_until = greatest(cutoff.deleted_until, excluded.deleted_until)`);
}
