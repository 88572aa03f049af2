import sql, { raw } from "sql-template-tag";
import { bytesArray, dateArray, instantArray, integerArray, textArray, uuidArray } from "../../db/binary-arrays.ts";
import { DatabaseAway, type Queryable, type Tx } from "../../db/database.ts";
import { dayNumberOf, type ClickMonth, type NewClick } from "../../domain/click.ts";
import { idOf, uuidOf, type ClickId } from "../../domain/ids.ts";
import { ALL_DAYS } from "../../domain/totals.ts";
import { unfoldedClicks } from "./unfolded.ts";

/**
 * The clicks of a batch and what they add to the totals, in one statement. It waits for no lock: clicks refer to no table
 * by foreign key, and the counts go into a row of their own. Meant to run outside a transaction, unlike other writes:
 * one statement is a transaction by itself, and two round trips less are a third of this process's work for a batch.
 */
export async function insertClicks(db: Queryable, clicks: readonly NewClick[]): Promise<void> {
  const kept = clicks.filter((click): click is NewClick & { id: Buffer } => click.id !== null);
  const { scopes, days, counts } = countByScopeAndDay(clicks);
  await db.query(sql`
    with kept as (
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
      ) as click (id, account_id, campaign_id, affiliation_id, clicked_at, expires_at, sub, address_hash))
    insert into click_batches (scope_ids, days, clicks)
    values (${uuidArray(scopes)}::uuid[], ${dateArray(days)}::date[], ${integerArray(counts)}::int4[])`);
}

function countByScopeAndDay(clicks: readonly NewClick[]): { scopes: Buffer[]; days: number[]; counts: number[] } {
  const byDay = new Map<number, Map<Buffer, number>>();
  for (const { clickedAtMs, scope } of clicks) {
    const day = dayNumberOf(clickedAtMs);
    let counted = byDay.get(day);
    if (counted === undefined) byDay.set(day, (counted = new Map<Buffer, number>()));
    // Told apart by identity: a campaign known by two buffers only makes two entries, and the sum stays right.
    counted.set(scope.affiliation, (counted.get(scope.affiliation) ?? 0) + 1);
    counted.set(scope.campaign, (counted.get(scope.campaign) ?? 0) + 1);
  }
  const [scopes, days, counts]: [Buffer[], number[], number[]] = [[], [], []];
  for (const [day, counted] of byDay)
    for (const [scope, count] of counted) {
      scopes.push(scope);
      days.push(day);
      counts.push(count);
    }
  return { scopes, days, counts };
}

const FOLD_BATCHES_MAX = 200;

/**
 * Moves counts from batches into the totals, at most about `entriesMax` of them: a batch has two entries for each link that
 * was clicked, so a number of batches alone would bound nothing. Returns whether there may be more. Rows are locked in the
 * order of their keys, so that two processes that fold at once cannot wait for each other.
 */
export async function foldClickBatches(tx: Tx, entriesMax: number): Promise<boolean> {
  const [row] = await tx.query<{ picked: bigint; seen: bigint }>(sql`
    with seen as materialized (
        select id, cardinality(clicks) as entries from click_batches
        order by id limit ${FOLD_BATCHES_MAX} for update skip locked),
      picked as (
        select id from (select id, sum(entries) over (order by id) - entries as before from seen) running
        where before < ${entriesMax}),
      folded as (delete from click_batches using picked where click_batches.id = picked.id
        returning scope_ids, days, click_batches.clicks),
      summed as (
        select scope_id, total_day, sum(added.clicks) as clicks
        from folded, unnest(scope_ids, days, folded.clicks) as added (scope_id, day, clicks),
          lateral (values (added.day), (${ALL_DAYS}::date)) as either (total_day)
        group by scope_id, total_day order by scope_id, total_day),
      added as (
        insert into click_totals (scope_id, day, clicks) select scope_id, total_day, clicks from summed
        on conflict (scope_id, day) do update set clicks = click_totals.clicks + excluded.clicks)
    select (select count(*) from folded) as picked, (select count(*) from seen) as seen`);
  const { picked = 0n, seen = 0n } = row ?? {};
  return picked < seen || Number(seen) === FOLD_BATCHES_MAX;
}

/** The statement was cut off by its time limit: a smaller piece of work may fit. */
export function isOverTimeLimit(error: unknown): boolean {
  const cause = error instanceof DatabaseAway ? error.cause : error;
  return cause instanceof Error && "code" in cause && cause.code === "57014";
}

/**
 * All clicks of campaigns and affiliations, with those of batches that are not folded yet. The batches are read once,
 * however many are asked for.
 */
export async function readClickTotals(db: Queryable, scopes: readonly string[]): Promise<Map<string, number>> {
  if (scopes.length === 0) return new Map();
  const rows = await db.query<{ scope_id: string; clicks: bigint }>(sql`
    with wanted as materialized (select distinct scope_id from unnest(${scopes}::uuid[]) as scope (scope_id))
    select scope_id, sum(clicks)::int8 as clicks from (
      select scope_id, clicks from wanted join click_totals total using (scope_id) where total.day = ${ALL_DAYS}
      union all
      select scope_id, added.clicks
      from ${unfoldedClicks} join wanted using (scope_id)
    ) counted
    group by scope_id`);
  return new Map(rows.map((row) => [row.scope_id, Number(row.clicks)]));
}

export interface RecentClick {
  readonly id: ClickId;
  readonly affiliationUuid: string;
  readonly expiresAt: Date;
}

/** By id alone: whoever asks has only a visitor's cookie, and compares the affiliation with the link that was followed. */
export async function findClicks(db: Queryable, ids: readonly ClickId[]): Promise<RecentClick[]> {
  const rows = await db.query<{ id: string; affiliation_id: string; expires_at: Date }>(sql`
    select id, affiliation_id, expires_at from clicks where id = any(${ids.map(uuidOf)}::uuid[])`);
  return rows.map((row) => ({
    id: idOf("click", row.id),
    affiliationUuid: row.affiliation_id,
    expiresAt: row.expires_at,
  }));
}

const MAKING_PARTITIONS = 74_727_963;

/**
 * Attached and not created in place: that would wait for every reader of clicks, with every redirect waiting behind it.
 * Attaching an empty table waits for nobody but another change of partitions.
 */
export async function makePartitions(tx: Tx, months: readonly ClickMonth[]): Promise<void> {
  // Two that make the same table at once do not wait for each other by themselves: one of them would fail.
  await tx.query(sql`select pg_advisory_xact_lock(${MAKING_PARTITIONS})`);
  const there = new Set((await listPartitions(tx)).map((partition) => partition.name));
  for (const { partition, from, to } of months) {
    if (there.has(partition)) continue;
    await tx.script(`create table ${partition} (like clicks including all);
      alter table clicks attach partition ${partition} for values from ('${from}') to ('${to}')`);
  }
}

export interface Partition {
  readonly name: string;
  /** A drop was cut short between its two halves. */
  readonly detaching: boolean;
}

export async function listPartitions(db: Queryable): Promise<Partition[]> {
  return db.query<Partition>(sql`
    select child.relname as name, inhdetachpending as detaching
    from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = 'clicks'::regclass order by child.relname`);
}

/**
 * Outside a transaction, because detaching concurrently must be: a plain drop would wait for every reader of clicks, and
 * every redirect would wait behind it.
 */
export async function dropPartition(db: Queryable, { name, detaching }: Partition): Promise<void> {
  const how = raw(detaching ? "finalize" : "concurrently");
  await db.query(sql`alter table clicks detach partition ${raw(name)} ${how}`);
  await db.query(sql`drop table ${raw(name)}`);
}

/** The key of a day: the given one if it is the first, else the one that another process made. */
export async function ensureAddressKey(tx: Tx, day: string, key: Buffer): Promise<Buffer> {
  const [row] = await tx.query<{ key: Buffer }>(sql`
    insert into address_keys (day, key) values (${day}, ${key})
    on conflict (day) do update set key = address_keys.key returning key`);
  if (!row) throw new Error("An upsert returned no row.");
  return row.key;
}

export async function deleteAddressKeysBefore(tx: Tx, day: string): Promise<void> {
  await tx.query(sql`delete from address_keys where day < ${day}`);
}

/** 23514 from the routing of a row, not from a check of ours. */
export function isMissingPartition(error: unknown): boolean {
  return error instanceof Error && error.message.includes("no partition of relation");
}
