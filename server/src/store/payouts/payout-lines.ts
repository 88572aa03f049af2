import sql from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId, type PayoutId } from "../../domain/ids.ts";
import type { PayoutStatus } from "../../domain/payout.ts";

/**
 * Locks the lines of these payouts in the same order as `makePayouts`: all conversions by ID, then all claw-backs by
 * ID. Payouts that release lines and payouts that reclaim them are locked together, so that two writers cannot
 * deadlock.
 */
export async function lockLines(tx: Tx, accountId: AccountId, ids: readonly PayoutId[]): Promise<void> {
  const account = uuidOf(accountId);
  const lines = sql`from payout_lines where account_id = ${account} and payout_id = any(${ids.map(uuidOf)}::uuid[])`;
  await tx.query(sql`
    select count(*) from (
      select id from conversions
      where account_id = ${account} and id in (select conversion_id ${lines} and claw_back_id is null)
      order by id for no key update) locked`);
  await tx.query(sql`
    select count(*) from (
      select id from claw_backs
      where account_id = ${account} and id in (select claw_back_id ${lines} and claw_back_id is not null)
      order by id for no key update) locked`);
}

/** Frees what the payouts held for other payouts. The lines stay on record. */
export async function releaseLines(tx: Tx, accountId: AccountId, ids: readonly PayoutId[]): Promise<void> {
  const account = uuidOf(accountId);
  await tx.query(sql`
    with ended as (
      update payout_lines set living = false
      where account_id = ${account} and payout_id = any(${ids.map(uuidOf)}::uuid[]) and living
      returning payout_id, conversion_id, claw_back_id
    ), freed as (
      update conversions c set payout_id = null, released = true from ended
      where ended.claw_back_id is null and c.account_id = ${account} and c.id = ended.conversion_id
        and c.payout_id = ended.payout_id
    )
    update claw_backs b set payout_id = null from ended
    where b.account_id = ${account} and b.id = ended.claw_back_id and b.payout_id = ended.payout_id`);
}

/**
 * The opposite of `releaseLines`. The lines are locked and were free when checked, so a line that is not free is a bug.
 */
export async function reclaimLines(tx: Tx, accountId: AccountId, ids: readonly PayoutId[]): Promise<void> {
  const account = uuidOf(accountId);
  const [row] = await tx.query<{ lines: bigint; taken: bigint }>(sql`
    with revived as (
      update payout_lines set living = true
      where account_id = ${account} and payout_id = any(${ids.map(uuidOf)}::uuid[]) and not living
      returning payout_id, conversion_id, claw_back_id
    ), claimed as (
      update conversions c set payout_id = revived.payout_id from revived
      where revived.claw_back_id is null and c.account_id = ${account} and c.id = revived.conversion_id
        and c.payout_id is null and c.status = 'approved'
      returning c.id
    ), taken_off as (
      update claw_backs b set payout_id = revived.payout_id from revived
      where b.account_id = ${account} and b.id = revived.claw_back_id and b.payout_id is null
      returning b.id
    )
    select (select count(*) from revived) as lines,
      (select count(*) from claimed) + (select count(*) from taken_off) as taken`);
  if (row?.lines !== row?.taken) throw new Error("A payout took lines again that were not free.");
}

export interface LineHolder {
  readonly payoutId: PayoutId;
  /** The created or paid payout that now holds one of its lines; null: one of its conversions was rejected. */
  readonly holder: { readonly id: PayoutId; readonly status: PayoutStatus } | null;
}

/** The first reason for each payout that cannot reclaim its lines once others have released theirs. */
export async function findLineHolders(
  db: Queryable,
  accountId: AccountId,
  { ids, releasing }: { ids: readonly PayoutId[]; releasing: readonly PayoutId[] },
): Promise<LineHolder[]> {
  const account = uuidOf(accountId);
  const rows = await db.query<{ payout_id: string; holder_id: string | null; status: PayoutStatus }>(sql`
    select distinct on (line.payout_id) line.payout_id, holder.id as holder_id, holder.status
    from payout_lines line
    left join conversions c on line.claw_back_id is null and c.account_id = ${account} and c.id = line.conversion_id
    left join claw_backs b on b.account_id = ${account} and b.id = line.claw_back_id
    left join payouts holder on holder.account_id = ${account} and holder.id = coalesce(c.payout_id, b.payout_id)
      and holder.id <> all(${releasing.map(uuidOf)}::uuid[])
    where line.account_id = ${account} and line.payout_id = any(${ids.map(uuidOf)}::uuid[])
      and (holder.id is not null or c.status <> 'approved')
    order by line.payout_id, holder.id`);
  return rows.map((row) => ({
    payoutId: idOf("payout", row.payout_id),
    holder: row.holder_id === null ? null : { id: idOf("payout", row.holder_id), status: row.status },
  }));
}

/**
 * Payouts that list the same conversion or claw-back. Each pair once, the older payout as `first`, sorted by `second`.
 */
export async function findSharedLines(
  db: Queryable,
  accountId: AccountId,
  ids: readonly PayoutId[],
): Promise<{ first: PayoutId; second: PayoutId }[]> {
  const rows = await db.query<{ first: string; second: string }>(sql`
    with line as materialized (
      select payout_id, coalesce(claw_back_id, conversion_id) as id from payout_lines
      where account_id = ${uuidOf(accountId)} and payout_id = any(${ids.map(uuidOf)}::uuid[])
    )
    select distinct a.payout_id as first, b.payout_id as second
    from line a join line b on b.id = a.id and b.payout_id > a.payout_id
    order by b.payout_id`);
  return rows.map(({ first, second }) => ({ first: idOf("payout", first), second: idOf("payout", second) }));
}
