import sql, { type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId } from "../../domain/ids.ts";

const lockOf = (accountId: AccountId): Sql => sql`hashtextextended(${`tributary:clock:${uuidOf(accountId)}`}, 0)`;

/** The time of a twin, or `moving` while an advance holds its clock. undefined for live accounts. Waits for nothing. */
export async function findTestTime(db: Queryable, accountId: AccountId): Promise<Date | "moving" | undefined> {
  const [row] = await db.query<{ now: Date; standing: boolean }>(sql`
    select now, pg_try_advisory_xact_lock_shared(${lockOf(accountId)}) as standing
    from account_clocks where account_id = ${uuidOf(accountId)}`);
  return row && (row.standing ? row.now : "moving");
}

/** The same for several twins at once. */
export async function listTestTimes(
  db: Queryable,
  accountIds: readonly AccountId[],
): Promise<Map<AccountId, Date | "moving">> {
  const rows = await db.query<{ id: string; now: Date; standing: boolean }>(sql`
    select account_id as id, now,
      pg_try_advisory_xact_lock_shared(hashtextextended('tributary:clock:' || account_id::text, 0)) as standing
    from account_clocks where account_id = any(${accountIds.map(uuidOf)}::uuid[])`);
  return new Map(rows.map(({ id, now, standing }) => [idOf("account", id), standing ? now : "moving"]));
}

export async function readClock(db: Queryable, accountId: AccountId): Promise<Date | "moving"> {
  const time = await findTestTime(db, accountId);
  if (time === undefined) throw new Error("A test account without a clock.");
  return time;
}

/** Holds the clock until the transaction ends, also if its process dies. False if somebody else holds it. */
export async function tryHoldClock(tx: Tx, accountId: AccountId): Promise<boolean> {
  const [row] = await tx.query<{ held: boolean }>(sql`
    select pg_try_advisory_xact_lock(${lockOf(accountId)}) as held`);
  return row?.held ?? false;
}

/** Only for the holder of the clock: everybody else must wait for it to stand. */
export async function readHeldClock(db: Queryable, accountId: AccountId): Promise<Date> {
  const [row] = await db.query<{ now: Date }>(sql`
    select now from account_clocks where account_id = ${uuidOf(accountId)}`);
  if (!row) throw new Error("A test account without a clock.");
  return row.now;
}

/** Never backwards. */
export async function saveClock(tx: Tx, accountId: AccountId, now: Date): Promise<void> {
  await tx.query(sql`
    update account_clocks set now = greatest(now, ${now}) where account_id = ${uuidOf(accountId)}`);
}

/** A twin starts again at this time. */
export async function restartClock(tx: Tx, accountId: AccountId, now: Date): Promise<void> {
  await tx.query(sql`
    update account_clocks set now = ${now}, started_at = ${now} where account_id = ${uuidOf(accountId)}`);
}
