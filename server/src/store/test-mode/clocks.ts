import sql, { type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { orRefuse } from "../../domain/errors.ts";
import { idOf, uuidOf, type AccountId } from "../../domain/ids.ts";

const lockOf = (accountId: AccountId): Sql => sql`hashtextextended(${`tributary:clock:${uuidOf(accountId)}`}, 0)`;

/**
 * The time of a twin; `moving` while an advance or a reset holds its clock; `resetting` if a reset was interrupted and
 * must be repeated before anybody uses the twin.
 */
export type TestTime = Date | "moving" | "resetting";

interface ClockRow {
  readonly now: Date;
  readonly resetting: boolean;
  readonly standing: boolean;
}

const timeOf = ({ now, resetting, standing }: ClockRow): TestTime =>
  standing ? (resetting ? "resetting" : now) : "moving";

/** undefined for live accounts. Waits for nothing. */
export async function findTestTime(db: Queryable, accountId: AccountId): Promise<TestTime | undefined> {
  const [row] = await db.query<ClockRow>(sql`
    select now, resetting, pg_try_advisory_xact_lock_shared(${lockOf(accountId)}) as standing
    from account_clocks where account_id = ${uuidOf(accountId)}`);
  return row && timeOf(row);
}

/** The same for several twins at once. */
export async function listTestTimes(
  db: Queryable,
  accountIds: readonly AccountId[],
): Promise<Map<AccountId, TestTime>> {
  const rows = await db.query<ClockRow & { id: string }>(sql`
    select account_id as id, now, resetting,
      pg_try_advisory_xact_lock_shared(hashtextextended('tributary:clock:' || account_id::text, 0)) as standing
    from account_clocks where account_id = any(${accountIds.map(uuidOf)}::uuid[])`);
  return new Map(rows.map((row) => [idOf("account", row.id), timeOf(row)]));
}

/** Refuses a twin that was deleted. */
export async function readClock(db: Queryable, accountId: AccountId): Promise<TestTime> {
  return orRefuse(await findTestTime(db, accountId), "account_not_found");
}

/** Holds the clock until the transaction ends, also if its process dies. False if somebody else holds it. */
export async function tryHoldClock(tx: Tx, accountId: AccountId): Promise<boolean> {
  const [row] = await tx.query<{ held: boolean }>(sql`
    select pg_try_advisory_xact_lock(${lockOf(accountId)}) as held`);
  return row?.held ?? false;
}

/** Fails if the connection of the holder is lost: the lock goes with it. */
export async function checkHolding(tx: Tx): Promise<void> {
  await tx.query(sql`select`);
}

/** Only for the holder of the clock: everybody else must wait for it to stand. */
export async function readHeldClock(db: Queryable, accountId: AccountId): Promise<Date> {
  const [row] = await db.query<{ now: Date }>(sql`
    select now from account_clocks where account_id = ${uuidOf(accountId)}`);
  return orRefuse(row, "account_not_found").now;
}

/** Whether a reset was interrupted: only for the holder of the clock. */
export async function isResetting(db: Queryable, accountId: AccountId): Promise<boolean> {
  const rows = await db.query(sql`
    select from account_clocks where account_id = ${uuidOf(accountId)} and resetting`);
  return rows.length > 0;
}

/** Never backwards. */
export async function saveClock(tx: Tx, accountId: AccountId, now: Date): Promise<void> {
  await tx.query(sql`
    update account_clocks set now = greatest(now, ${now}) where account_id = ${uuidOf(accountId)}`);
}

/** A twin starts again at this time. */
export async function restartClock(tx: Tx, accountId: AccountId, now: Date): Promise<void> {
  await tx.query(sql`
    update account_clocks set now = ${now}, started_at = ${now}, resetting = false where account_id = ${uuidOf(accountId)}`);
}
