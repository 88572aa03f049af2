import sql from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { idOf, uuidOf, type UserId } from "../../domain/ids.ts";
import type { SecondFactor } from "../../domain/second-factor.ts";
import type { Row } from "../row.ts";

const columns = sql`user_id as "userId", secret_encrypted as "secretSealed", set_up_at as "setUpAt", confirmed_at as "confirmedAt"`;

const secondFactorOf = (row: Row<SecondFactor>): SecondFactor => ({ ...row, userId: idOf("user", row.userId) });

export async function findSecondFactor(db: Queryable, userId: UserId): Promise<SecondFactor | undefined> {
  const [row] = await db.query<Row<SecondFactor>>(sql`
    select ${columns} from second_factors where user_id = ${uuidOf(userId)}`);
  return row && secondFactorOf(row);
}

export async function lockSecondFactor(tx: Tx, userId: UserId): Promise<SecondFactor | undefined> {
  const [row] = await tx.query<Row<SecondFactor>>(sql`
    select ${columns} from second_factors where user_id = ${uuidOf(userId)} for update`);
  return row && secondFactorOf(row);
}

/** Replaces an earlier unconfirmed setup. False if two-factor authentication is already on. */
export async function saveSetUp(
  tx: Tx,
  { userId, secretSealed, setUpAt }: Pick<SecondFactor, "userId" | "secretSealed" | "setUpAt">,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into second_factors (user_id, secret_encrypted, set_up_at)
    values (${uuidOf(userId)}, ${secretSealed}, ${setUpAt})
    on conflict (user_id) do update set secret_encrypted = excluded.secret_encrypted, set_up_at = excluded.set_up_at
      where second_factors.confirmed_at is null
    returning user_id`);
  return rows.length === 1;
}

export async function saveConfirmed(tx: Tx, userId: UserId, confirmed: { at: Date; step: number }): Promise<void> {
  await tx.query(sql`
    update second_factors set confirmed_at = ${confirmed.at}, last_step = ${confirmed.step}
    where user_id = ${uuidOf(userId)} and confirmed_at is null`);
}

/** Of several concurrent uses of a code, across all processes, only one succeeds. */
export async function spendStep(tx: Tx, userId: UserId, step: number): Promise<boolean> {
  const rows = await tx.query(sql`
    update second_factors set last_step = ${step}
    where user_id = ${uuidOf(userId)} and confirmed_at is not null and last_step < ${step}
    returning user_id`);
  return rows.length === 1;
}

export async function spendRecoveryCode(tx: Tx, userId: UserId, codeDigest: Uint8Array): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from recovery_codes where user_id = ${uuidOf(userId)} and code_hash = ${codeDigest} returning user_id`);
  return rows.length === 1;
}

export async function countRecoveryCodes(db: Queryable, userId: UserId): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from recovery_codes where user_id = ${uuidOf(userId)}`);
  return row?.count ?? 0;
}

export async function replaceRecoveryCodes(tx: Tx, userId: UserId, codeDigests: readonly Uint8Array[]): Promise<void> {
  const id = uuidOf(userId);
  await tx.query(sql`delete from recovery_codes where user_id = ${id}`);
  await tx.query(sql`
    insert into recovery_codes (user_id, code_hash) select ${id}, code_hash from unnest(${codeDigests}::bytea[]) as code_hash`);
}

/** Also deletes pending sign-ins: they wait for a code that nobody checks any more. */
export async function deleteSecondFactor(tx: Tx, userId: UserId): Promise<void> {
  const id = uuidOf(userId);
  await tx.query(sql`delete from recovery_codes where user_id = ${id}`);
  await tx.query(sql`delete from second_factors where user_id = ${id}`);
  await deletePendingSignIns(tx, userId);
}

export interface PendingSignIn {
  readonly tokenDigest: Uint8Array;
  readonly userId: UserId;
  readonly expiresAt: Date;
}

export async function insertPendingSignIn(tx: Tx, pending: PendingSignIn): Promise<void> {
  await tx.query(sql`
    insert into pending_sign_ins (token_hash, user_id, expires_at)
    values (${pending.tokenDigest}, ${uuidOf(pending.userId)}, ${pending.expiresAt})`);
}

export async function findPendingSignIn(
  db: Queryable,
  tokenDigest: Uint8Array,
  now: Date,
): Promise<UserId | undefined> {
  const [row] = await db.query<{ user_id: string }>(sql`
    select user_id from pending_sign_ins where token_hash = ${tokenDigest} and expires_at > ${now}`);
  return row && idOf("user", row.user_id);
}

export async function consumePendingSignIn(tx: Tx, tokenDigest: Uint8Array, now: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from pending_sign_ins where token_hash = ${tokenDigest} and expires_at > ${now} returning user_id`);
  return rows.length === 1;
}

export async function deletePendingSignIns(tx: Tx, userId: UserId): Promise<void> {
  await tx.query(sql`delete from pending_sign_ins where user_id = ${uuidOf(userId)}`);
}

/** Also deletes unconfirmed setups: their secrets were on a screen and are not in use. */
export async function deleteExpiredSteps(tx: Tx, ended: { now: Date; setUpsBefore: Date }): Promise<void> {
  await tx.query(sql`delete from pending_sign_ins where expires_at <= ${ended.now}`);
  await tx.query(sql`delete from second_factors where confirmed_at is null and set_up_at <= ${ended.setUpsBefore}`);
}
