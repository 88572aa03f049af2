import sql, { empty, raw, type Sql } from "sql-template-tag";
import type { Db, Queryable, Tx } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId } from "../../domain/ids.ts";
import { ALL_DAYS, type ConversionDelta } from "../../domain/totals.ts";
import { isPartOfDay, partsOfDay } from "../current-totals.ts";

/** The transaction must have written before, so that it has its number: see `advanceFloor`. */
export function insertDeltas(tx: Tx, deltas: readonly ConversionDelta[]): void {
  const [only] = deltas;
  if (only) tx.defer(deltas.length === 1 ? insertOne(only) : insertSeveral(deltas));
}

const columns = raw(`account_id, campaign_id, affiliate_id, affiliation_id, day, status, currency, commission_currency,
  clicked, conversions, revenue_minor, commission_minor`);

/** For a new order. Cheaper than a list of one. */
const insertOne = (delta: ConversionDelta): Sql => sql`
  insert into conversion_deltas (${columns})
  values (${uuidOf(delta.accountId)}, ${uuidOf(delta.campaignId)}, ${uuidOf(delta.affiliateId)}, ${uuidOf(delta.affiliationId)},
    ${delta.day}, ${delta.status}, ${delta.currency}, ${delta.commissionCurrency}, ${delta.clicked}, ${delta.conversions},
    ${delta.revenueMinor}, ${delta.commissionMinor})`;

const insertSeveral = (deltas: readonly ConversionDelta[]): Sql => sql`
  insert into conversion_deltas (${columns})
  select * from unnest(
    ${deltas.map((delta) => uuidOf(delta.accountId))}::uuid[], ${deltas.map((delta) => uuidOf(delta.campaignId))}::uuid[],
    ${deltas.map((delta) => uuidOf(delta.affiliateId))}::uuid[], ${deltas.map((delta) => uuidOf(delta.affiliationId))}::uuid[],
    ${deltas.map((delta) => delta.day)}::date[], ${deltas.map((delta) => delta.status)}::text[],
    ${deltas.map((delta) => delta.currency)}::text[], ${deltas.map((delta) => delta.commissionCurrency)}::text[],
    ${deltas.map((delta) => delta.clicked)}::bool[], ${deltas.map((delta) => delta.conversions)}::int8[],
    ${deltas.map((delta) => delta.revenueMinor)}::int8[], ${deltas.map((delta) => delta.commissionMinor)}::int8[])`;

const FOLDING = 74_727_964;

/** Waits for a fold in progress. No other one starts before the transaction ends. */
export async function keepFromFolding(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${FOLDING})`);
}

/**
 * Folds the oldest deltas, at most `deltasMax`. Returns whether there may be more. One process folds at a time and in
 * the order of IDs: a change of a conversion always comes after the one before it, so no balance is ever overdrawn in
 * between. Nothing else writes these rows, so nobody waits for a fold.
 */
export async function foldDeltas(tx: Tx, deltasMax: number, only?: AccountId): Promise<boolean> {
  const [lock] = await tx.query<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${FOLDING}) as taken`);
  if (!lock?.taken) return false;
  const [row] = await tx.query<{ folded: bigint }>(sql`
    with picked as materialized (
        select id from conversion_deltas where id > coalesce((select floor from conversion_delta_floor), 0)
          -- these are deleted
          and account_id <> all(array(select account_id from account_clocks where resetting))
          ${only ? sql`and account_id = ${uuidOf(only)}` : empty}
        order by id limit ${deltasMax}),
      delta as materialized (
        delete from conversion_deltas using picked where conversion_deltas.id = picked.id
        returning conversion_deltas.*),
      totals as (
        insert into conversion_totals (scope_id, day, status, currency, commission_currency, conversions, revenue_minor,
          commission_minor)
        select scope.id, either.day, status, currency, commission_currency, sum(conversions), sum(revenue_minor),
          sum(commission_minor)
        from delta cross join lateral (values (delta.campaign_id), (delta.affiliation_id)) scope (id)
        cross join lateral (values (delta.day), (${ALL_DAYS}::date)) either (day)
        group by 1, 2, 3, 4, 5
        on conflict (scope_id, day, status, currency, commission_currency) do update set
          conversions = conversion_totals.conversions + excluded.conversions,
          revenue_minor = conversion_totals.revenue_minor + excluded.revenue_minor,
          commission_minor = conversion_totals.commission_minor + excluded.commission_minor),
      of_campaigns as (
        insert into campaign_days (account_id, day, campaign_id, currency, conversions, revenue_minor, commission_minor,
          waiting, waiting_minor, clicked)
        select delta.account_id, delta.day, delta.campaign_id, part.currency, sum(part.conversions), sum(part.revenue_minor),
          sum(part.commission_minor), sum(part.waiting), sum(part.waiting_minor), sum(part.clicked)
        from delta ${partsOfDay} where ${isPartOfDay}
        group by 1, 2, 3, 4
        on conflict (account_id, day, campaign_id, currency) do update set
          conversions = campaign_days.conversions + excluded.conversions,
          revenue_minor = campaign_days.revenue_minor + excluded.revenue_minor,
          commission_minor = campaign_days.commission_minor + excluded.commission_minor,
          waiting = campaign_days.waiting + excluded.waiting,
          waiting_minor = campaign_days.waiting_minor + excluded.waiting_minor,
          clicked = campaign_days.clicked + excluded.clicked),
      of_affiliates as (
        insert into affiliate_days (account_id, affiliate_id, currency, day, conversions, revenue_minor, commission_minor,
          clicked)
        select delta.account_id, delta.affiliate_id, part.currency, delta.day, sum(part.conversions),
          sum(part.revenue_minor), sum(part.commission_minor), sum(part.clicked)
        from delta ${partsOfDay} where ${isPartOfDay}
        group by 1, 2, 3, 4
        on conflict (affiliate_id, currency, day) do update set
          conversions = affiliate_days.conversions + excluded.conversions,
          revenue_minor = affiliate_days.revenue_minor + excluded.revenue_minor,
          commission_minor = affiliate_days.commission_minor + excluded.commission_minor,
          clicked = affiliate_days.clicked + excluded.clicked),
      balances as (
        insert into ledger_balances (account_id, kind, owner_id, currency, balance_minor)
        select delta.account_id, side.kind, side.owner_id, delta.commission_currency, sum(side.minor)
        from delta cross join lateral (values
            ('campaign', delta.campaign_id, case when delta.status <> 'rejected' then -delta.commission_minor end),
            ('pending', delta.affiliate_id, case when delta.status = 'pending' then delta.commission_minor end)
          ) side (kind, owner_id, minor)
        where side.minor <> 0
        group by 1, 2, 3, 4
        on conflict (owner_id, kind, currency)
          do update set balance_minor = ledger_balances.balance_minor + excluded.balance_minor)
    select count(*) as folded from delta`);
  return Number(row?.folded ?? 0n) === deltasMax;
}

/** How many deltas are not folded yet. Counts up to `most`. */
export async function countUnfolded(db: Queryable, most: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from (
      select from conversion_deltas where id > coalesce((select floor from conversion_delta_floor), 0) limit ${most}
    ) unfolded`);
  return row?.count ?? 0;
}

/** Whose deltas are not folded yet. */
export async function listUnfolded(db: Queryable): Promise<AccountId[]> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct account_id as id from conversion_deltas
    where id > coalesce((select floor from conversion_delta_floor), 0)`);
  return rows.map(({ id }) => idOf("account", id));
}

/** A rule of the database refused the data, so that a repetition fails too. */
export const isRefusedData = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^(22|23|P0)/.test(String(error.code));

/** A delta, and the number of a transaction that began after all transactions with this delta or an earlier one. */
export interface FloorMark {
  readonly delta: bigint;
  readonly transaction: string;
  /** Another server may have lost the last transactions, and use their numbers again. */
  readonly server: string;
}

const server = sql`extract(epoch from pg_postmaster_start_time())::text`;

/** A step has at least this many deltas: each one makes a new version of the row, which readers walk over as well. */
const STEP_MIN = 2_000n;

/**
 * undefined: there are too few deltas for a step. An order takes its number before it takes one for a delta, so a
 * number that is taken after reading the last delta is larger than that of every order with an earlier one.
 */
export const markFloor = (db: Db): Promise<FloorMark | undefined> =>
  db.transaction(async (tx) => {
    const [last] = await tx.query<{ delta: bigint; enough: boolean }>(sql`
      select last_value as delta,
        last_value >= coalesce((select floor from conversion_delta_floor), 0) + ${STEP_MIN}::int8 as enough
      from conversion_deltas_id_seq`);
    if (!last?.enough) return undefined;
    // On disk before the mark is used: after a crash, this server continues after both numbers. A missing standby does
    // not matter, because a mark is for this server only.
    const [own] = await tx.query<Omit<FloorMark, "delta">>(sql`
      select pg_current_xact_id()::text as transaction, ${server} as server,
        set_config('synchronous_commit', 'local', true), pg_logical_emit_message(true, 'tributary', '')::text`);
    return own && { delta: last.delta, transaction: own.transaction, server: own.server };
  });

/**
 * Raises the floor to the marked delta if all transactions that could have taken an earlier one have ended, and what
 * they left is folded. Returns whether the mark is used up.
 */
export async function advanceFloor(db: Db, mark: FloorMark): Promise<boolean> {
  const { delta, transaction } = mark;
  const [row] = await db.transaction((tx) =>
    tx.query<{ ended: boolean; lost: boolean }>(sql`
      with known as (
        select coalesce((select floor from conversion_delta_floor), 0) as floor,
          pg_snapshot_xmin(pg_current_snapshot()) >= ${transaction}::xid8 as ended,
          ${server} <> ${mark.server} as lost
      ), raised as (
        insert into conversion_delta_floor as own (floor) select ${delta}::int8 from known
        where ended and not lost and floor + ${STEP_MIN}::int8 <= ${delta}::int8
          and not exists (select from conversion_deltas where id > known.floor and id <= ${delta}::int8
            -- those of an interrupted reset wait until it is repeated, and are then deleted
            and account_id <> all(array(select account_id from account_clocks where resetting)))
        on conflict (is_only) do update set floor = excluded.floor where own.floor < excluded.floor)
      select ended, lost from known`),
  );
  return row === undefined || row.ended || row.lost;
}
