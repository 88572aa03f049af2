import sql from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { idOf, uuidOf, type UserId } from "../../domain/ids.ts";
import type { User } from "../../domain/person.ts";
import { userColumns, userOf, type UserRow } from "./users.ts";

/** Password reset links and address verification codes, both sent by email. */

export async function insertReset(
  tx: Tx,
  reset: { tokenDigest: Uint8Array; userId: UserId; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.query(sql`
    insert into password_resets (token_hash, user_id, created_at, expires_at)
    values (${reset.tokenDigest}, ${uuidOf(reset.userId)}, ${reset.createdAt}, ${reset.expiresAt})`);
}

/** The user of a reset link; undefined if it has expired or does not exist. */
export async function findResetUser(db: Queryable, tokenDigest: Uint8Array, now: Date): Promise<User | undefined> {
  const [row] = await db.query<UserRow>(sql`
    select ${userColumns} from password_resets r join users u on u.id = r.user_id
    where r.token_hash = ${tokenDigest} and r.expires_at > ${now}`);
  return row && userOf(row);
}

/** Of several concurrent uses, only one gets the user. Their other links end too. */
export async function consumeReset(tx: Tx, tokenDigest: Uint8Array, now: Date): Promise<UserId | undefined> {
  const [row] = await tx.query<{ user_id: string }>(sql`
    delete from password_resets where token_hash = ${tokenDigest} and expires_at > ${now} returning user_id`);
  if (!row) return undefined;
  const userId = idOf("user", row.user_id);
  await deleteResets(tx, userId);
  return userId;
}

/** Deletes open reset links when the password changes in another way. */
export async function deleteResets(tx: Tx, userId: UserId): Promise<void> {
  await tx.query(sql`delete from password_resets where user_id = ${uuidOf(userId)}`);
}

/** Using the link proves access to the mailbox, so the address counts as verified. */
export async function savePasswordByMail(
  tx: Tx,
  userId: UserId,
  save: { passwordHash: string; at: Date },
): Promise<void> {
  await tx.query(sql`
    update users set password_hash = ${save.passwordHash}, email_verified_at = coalesce(email_verified_at, ${save.at})
    where id = ${uuidOf(userId)}`);
}

/** Replaces an earlier code. */
export async function saveAddressCode(
  tx: Tx,
  code: { userId: UserId; codeDigest: Uint8Array; expiresAt: Date },
): Promise<void> {
  await tx.query(sql`
    insert into address_codes (user_id, code_hash, expires_at)
    values (${uuidOf(code.userId)}, ${code.codeDigest}, ${code.expiresAt})
    on conflict (user_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at`);
}

export async function consumeAddressCode(
  tx: Tx,
  { userId, codeDigest, now }: { userId: UserId; codeDigest: Uint8Array; now: Date },
): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from address_codes
    where user_id = ${uuidOf(userId)} and code_hash = ${codeDigest} and expires_at > ${now} returning user_id`);
  return rows.length === 1;
}

export async function saveAddressVerified(tx: Tx, userId: UserId, at: Date): Promise<void> {
  await tx.query(sql`update users set email_verified_at = ${at} where id = ${uuidOf(userId)}`);
}

export async function deleteExpiredProofs(tx: Tx, now: Date): Promise<void> {
  await tx.query(sql`delete from password_resets where expires_at <= ${now}`);
  await tx.query(sql`delete from address_codes where expires_at <= ${now}`);
}
