import sql, { empty, raw } from "sql-template-tag";
import { bytesArray, dateArray, instantArray, integerArray, textArray, uuidArray } from "../../db/binary-arrays.ts";
import { DatabaseUnavailable, type Queryable, type Tx } from "../../db/database.ts";
import { dayNumberOf, monthOfPartition, type ClickMonth, type NewClick } from "../../domain/click.ts";
import { idOf, uuidOf, type AccountId, type ClickId } from "../../domain/ids.ts";
import { ALL_DAYS } from "../../domain/totals.ts";
import { unfoldedClicks } from "./unfolded.ts";

/**
 * Inserts a group of clicks and its counts in one statement. It waits for no lock: clicks have no foreign keys, and the
 * counts go into a new row. Unlike other writes it runs outside an explicit transaction: saving two round trips is a
 * third of this process's work per group.
 */
export async function insertClicks(db: Queryable, clicks: readonly NewClick[]): Promise<void> {
  const kept = clicks.filter((click): click is NewClick & { id: Buffer } => click.id !== null);
  const { scopes, days, counts } = countByScopeAndDay(clicks);
  await db.query(sql`
    with kept as (
      insert into clicks (id, account_id, campaign_id, affiliation_id, clicked_at, expires_at, sub, address_hash)
      -- not in the from clause, which would store each array's values first
      select unnest(${uuidArray(kept.map((click) => click.id))}::uuid[]),
        unnest(${uuidArray(kept.map((click) => click.scope.account))}::uuid[]),
        unnest(${uuidArray(kept.map((click) => click.scope.campaign))}::uuid[]),
        unnest(${uuidArray(kept.map((click) => click.scope.affiliation))}::uuid[]),
        unnest(${instantArray(kept.map((click) => click.clickedAtMs))}::timestamptz[]),
        unnest(${instantArray(kept.map((click) => click.expiresAtMs))}::timestamptz[]),
        unnest(${textArray(kept.map((click) => click.sub))}::text[]),
        unnest(${bytesArray(kept.map((click) => click.addressHash))}::bytea[]))
    insert into click_batches (scope_ids, days, clicks)
    values (${uuidArray(scopes)}::uuid[], ${dateArray(days)}::date[], ${integerArray(counts)}::int4[])`);
}

/** The number of clicks of each campaign and affiliation, by day. */
export function countByScopeAndDay(clicks: readonly NewClick[]): {
  scopes: Buffer[];
  days: number[];
  counts: number[];
} {
  const byDay = new Map<number, Map<Buffer, number>>();
  for (const { clickedAtMs, scope } of clicks) {
    const day = dayNumberOf(clickedAtMs);
    let counted = byDay.get(day);
    if (counted === undefined) byDay.set(day, (counted = new Map<Buffer, number>()));
    // Keyed by buffer identity. Two buffers for one campaign only add an entry; the sum stays right.
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

const FOLD_BATCHES_MAX = 1_000;

/**
 * Moves counts into the totals, about `entriesMax` at most. The limit counts entries, because one group can have any
 * number of them: two for each link clicked. A slice is full if it took all that the limit allows. Locks rows in key
 * order, so that concurrent folds cannot deadlock. With an account: only groups with clicks of its campaigns.
 */
export async function foldClickBatches(
  tx: Tx,
  entriesMax: number,
  accountId?: AccountId,
): Promise<{ readonly mayBeMore: boolean; readonly isFull: boolean }> {
  const where =
    accountId === undefined
      ? empty
      : sql`where scope_ids && array(select id from campaigns where account_id = ${uuidOf(accountId)})`;
  const [row] = await tx.query<{ picked: bigint; seen: bigint }>(sql`
    with seen as materialized (
        select id, cardinality(clicks) as entries from click_batches ${where}
        order by id limit ${FOLD_BATCHES_MAX} for update skip locked),
      picked as (
        select id from (select id, sum(entries) over (order by id) - entries as before from seen) running
        where before < ${entriesMax}),
      folded as (delete from click_batches using picked where click_batches.id = picked.id
        returning scope_ids, days, click_batches.clicks),
      entries as (select unnest(scope_ids) as scope_id, unnest(days) as day, unnest(clicks) as clicks from folded),
      of_days as (select scope_id, day, sum(clicks) as clicks from entries group by scope_id, day),
      summed as (
        select scope_id, total_day, sum(clicks) as clicks
        from of_days, lateral (values (day), (${ALL_DAYS}::date)) as either (total_day)
        group by scope_id, total_day order by scope_id, total_day),
      added as (
        insert into click_totals (scope_id, day, clicks) select scope_id, total_day, clicks from summed
        on conflict (scope_id, day) do update set clicks = click_totals.clicks + excluded.clicks)
    select (select count(*) from folded) as picked, (select count(*) from seen) as seen`);
  const { picked = 0n, seen = 0n } = row ?? {};
  const isFull = picked < seen;
  return { mayBeMore: isFull || Number(seen) === FOLD_BATCHES_MAX, isFull };
}

/** The statement hit its time limit; a smaller one may fit. */
export function isOverTimeLimit(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error;
  return cause instanceof Error && "code" in cause && cause.code === "57014";
}

/**
 * All clicks of campaigns and affiliations, including those not folded into the totals yet. Reads the unfolded groups
 * once, regardless of the number of scopes.
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
  readonly clickedAt: Date;
  readonly expiresAt: Date;
}

/**
 * Looks up by ID alone: the redirector only has the visitor's cookie, and checks itself that the affiliation matches
 * the link.
 */
export async function findClicks(db: Queryable, ids: readonly ClickId[]): Promise<RecentClick[]> {
  const rows = await db.query<{ id: string; affiliation_id: string; clicked_at: Date; expires_at: Date }>(sql`
    select id, affiliation_id, clicked_at, expires_at from clicks where id = any(${ids.map(uuidOf)}::uuid[])`);
  return rows.map((row) => ({
    id: idOf("click", row.id),
    affiliationUuid: row.affiliation_id,
    clickedAt: row.clicked_at,
    expiresAt: row.expires_at,
  }));
}

const MAKING_PARTITIONS = 74_727_963;

/**
 * Creates the table first and then attaches it. Creating it as a partition would wait for every reader of clicks and
 * block all redirects; attaching waits only for other partition changes.
 */
export async function makePartitions(tx: Tx, months: readonly ClickMonth[]): Promise<void> {
  // Without this lock, one of two processes that create the same table would fail.
  await tx.query(sql`select pg_advisory_xact_lock(${MAKING_PARTITIONS})`);
  const partitions = await listPartitions(tx);
  const there = new Set(partitions.flatMap(({ name, state }) => (state === "detached" ? [] : name)));
  for (const { partition, from, to } of months) {
    if (there.has(partition)) continue;
    await tx.script(`create table ${partition} (like clicks including all);
      alter table clicks attach partition ${partition} for values from ('${from}') to ('${to}')`);
  }
}

export interface Partition {
  readonly name: string;
  /** `detaching` and `detached`: a previous drop was interrupted. */
  readonly state: "attached" | "detaching" | "detached";
}

/** Also tables that a drop detached and left behind. */
export async function listPartitions(db: Queryable): Promise<Partition[]> {
  const tables = await db.query<Partition>(sql`
    select c.relname as name,
      case when inhparent is null then 'detached' when inhdetachpending then 'detaching' else 'attached' end as state
    from pg_class c left join pg_inherits on inhrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and (inhparent is null or inhparent = 'clicks'::regclass)
    order by c.relname`);
  return tables.filter(({ name }) => monthOfPartition(name) !== undefined);
}

/**
 * Must run outside a transaction, because it detaches concurrently. A plain drop would wait for every reader of clicks
 * and block all redirects.
 */
export async function dropPartition(db: Queryable, { name, state }: Partition): Promise<void> {
  if (state !== "detached") {
    const how = raw(state === "detaching" ? "finalize" : "concurrently");
    await db.query(sql`alter table clicks detach partition ${raw(name)} ${how}`);
  }
  // Another process may drop what this one has detached.
  await db.query(sql`drop table if exists ${raw(name)}`);
}

/** Stores the key of a day if it is the first, and returns the stored one. */
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

/** 23514 raised while routing a row, not by a check constraint. */
export function isMissingPartition(error: unknown): boolean {
  return error instanceof Error && error.message.includes("no partition of relation");
}
