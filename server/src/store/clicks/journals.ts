import sql from "sql-template-tag";
import { bytesArray, dateArray, instantArray, integerArray, textArray, uuidArray } from "../../db/binary-arrays.ts";
import type { Queryable, Tx } from "../../db/database.ts";
import type { NewClick } from "../../domain/click.ts";
import { uuidOf, type AccountId, type ClickId } from "../../domain/ids.ts";
import { countByScopeAndDay } from "./clicks.ts";

export async function readReplayedBytes(db: Queryable, segment: string): Promise<number> {
  const [row] = await db.query<{ replayed_bytes: bigint }>(sql`
    select replayed_bytes from click_segments where id = ${segment}`);
  return Number(row?.replayed_bytes ?? 0);
}

/** False if another process has replayed this part. Otherwise nobody else can until the transaction ends. */
export async function claimPart(
  tx: Tx,
  { segment, from, to }: { segment: string; from: number; to: number },
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into click_segments (id, replayed_bytes, replayed_at) values (${segment}, ${to}, ${now})
    on conflict (id) do update set replayed_bytes = excluded.replayed_bytes, replayed_at = excluded.replayed_at
      where click_segments.replayed_bytes = ${from}
    returning id`);
  return rows.length > 0;
}

/**
 * Inserts the clicks that are not there yet, and counts those. The outcome of their first write may be unknown: the
 * connection broke, or the commit took too long.
 */
export async function insertMissingClicks(tx: Tx, clicks: readonly NewClick[]): Promise<void> {
  const kept = clicks.filter((click): click is NewClick & { id: Buffer } => click.id !== null);
  const { scopes, days, counts } = countByScopeAndDay(clicks.filter(({ id }) => id === null));
  await tx.query(sql`
    with missing as (
        insert into clicks (id, account_id, campaign_id, affiliation_id, clicked_at, expires_at, sub, address_hash)
        select id, account_id, campaign_id, affiliation_id, clicked_at, expires_at, sub, address_hash
        from unnest(
          ${uuidArray(kept.map((click) => click.id))}::uuid[],
          ${uuidArray(kept.map((click) => click.scope.account))}::uuid[],
          ${uuidArray(kept.map((click) => click.scope.campaign))}::uuid[],
          ${uuidArray(kept.map((click) => click.scope.affiliation))}::uuid[],
          ${instantArray(kept.map((click) => click.clickedAtMs))}::timestamptz[],
          ${instantArray(kept.map((click) => click.expiresAtMs))}::timestamptz[],
          ${textArray(kept.map((click) => click.sub))}::text[],
          ${bytesArray(kept.map((click) => click.addressHash))}::bytea[]
        ) as click (id, account_id, campaign_id, affiliation_id, clicked_at, expires_at, sub, address_hash)
        order by id
        on conflict (id) do nothing
        returning campaign_id, affiliation_id, (clicked_at at time zone 'UTC')::date as day),
      counted as (
        select scope_id, day, sum(clicks)::int4 as clicks from (
          select affiliation_id as scope_id, day, 1 as clicks from missing
          union all select campaign_id, day, 1 from missing
          union all select scope_id, day, clicks
          from unnest(${uuidArray(scopes)}::uuid[], ${dateArray(days)}::date[], ${integerArray(counts)}::int4[])
            as only_counted (scope_id, day, clicks)
        ) each
        group by scope_id, day)
    insert into click_batches (scope_ids, days, clicks)
    select array_agg(scope_id), array_agg(day), array_agg(clicks) from counted having count(*) > 0`);
}

/** Every click of the journal until then is recorded. */
export async function markJournalClean(tx: Tx, id: string, at: Date): Promise<void> {
  // If this is lost in a crash, the journal only counts as unclean for longer.
  await tx.query(sql`set local synchronous_commit = off`);
  await tx.query(sql`
    insert into click_journals (id, clean_at) values (${id}, ${at})
    on conflict (id) do update
      -- the latest report, not the latest time: a clock may have been ahead
      set clean_at = excluded.clean_at, is_replaying = false, reported_at = now(), last_recovery = excluded.last_recovery`);
}

/** Some clicks since the last report are not recorded yet. */
export async function markJournalReplaying(tx: Tx, id: string, unknownSince: Date): Promise<void> {
  await tx.query(sql`
    insert into click_journals (id, clean_at, is_replaying) values (${id}, ${unknownSince}, true)
    on conflict (id) do update
      set is_replaying = true, reported_at = now(), last_recovery = excluded.last_recovery`);
}

export async function deleteJournal(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`delete from click_journals where id = ${id}`);
}

/**
 * Whether a journal that was last clean before `clickedAt` is being replayed, or has not reported since `silentSince`, or
 * since the server started, was promoted or crashed: then an order can be faster than the redirector's first report. One
 * that was clean before `lostBefore` is given up, unless its redirector has come back after a long outage to replay it.
 */
export async function isAnyJournalUnclean(
  db: Queryable,
  { clickedAt, silentSince, lostBefore }: { clickedAt: Date; silentSince: Date; lostBefore: Date },
): Promise<boolean> {
  const [row] = await db.query<{ unclean: boolean }>(sql`
    select exists (select from click_journals
      where (is_replaying or clean_at < ${silentSince} or reported_at < pg_postmaster_start_time()
          or last_recovery <> (select last_recovery()))
        and clean_at < ${clickedAt}
        and (clean_at >= ${lostBefore} or is_replaying and reported_at >= ${lostBefore})) as unclean`);
  return row?.unclean === true;
}

export async function clickIsRecorded(db: Queryable, accountId: AccountId, clickId: ClickId): Promise<boolean> {
  const rows = await db.query(sql`
    select id from clicks where id = ${uuidOf(clickId)} and account_id = ${uuidOf(accountId)}`);
  return rows.length > 0;
}

export async function deleteOldJournals(tx: Tx, before: Date): Promise<void> {
  await tx.query(sql`delete from click_segments where replayed_at < ${before}`);
  await tx.query(sql`delete from click_journals where clean_at < ${before}`);
}
