import sql from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId, type UserId } from "../../domain/ids.ts";
import { foldEmail } from "../../domain/invitation.ts";
import type { User } from "../../domain/person.ts";

export interface Credentials {
  readonly user: User;
  readonly passwordHash: string;
}

export interface UserRow {
  user_id: string;
  user_email: string;
  user_name: string;
  user_email_verified_at: Date | null;
  user_created_at: Date;
}

/** Prefixed, so that a join can return them together with another table's columns. */
export const userColumns = sql`
  u.id as user_id, u.email as user_email, u.name as user_name,
  u.email_verified_at as user_email_verified_at, u.created_at as user_created_at`;

export const userOf = (row: UserRow): User => ({
  id: idOf("user", row.user_id),
  email: row.user_email,
  name: row.user_name,
  emailVerifiedAt: row.user_email_verified_at,
  createdAt: row.user_created_at,
});

/** False if someone already has this address; they stay unchanged. With a twin: one of its test people. */
export async function insertUser(
  tx: Tx,
  { user, passwordHash }: Credentials,
  twin: AccountId | null = null,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into users (id, email, email_folded, name, password_hash, email_verified_at, created_at, twin_id)
    values (${uuidOf(user.id)}, ${user.email}, ${foldEmail(user.email)}, ${user.name}, ${passwordHash},
      ${user.emailVerifiedAt}, ${user.createdAt}, ${twin && uuidOf(twin)})
    on conflict (email_folded, twin_id) do nothing
    returning id`);
  return rows.length === 1;
}

export async function findUser(db: Queryable, id: UserId): Promise<User | undefined> {
  const [row] = await db.query<UserRow>(sql`select ${userColumns} from users u where u.id = ${uuidOf(id)}`);
  return row && userOf(row);
}

/** A real person: test people cannot sign in. */
export async function findCredentialsByEmail(db: Queryable, email: string): Promise<Credentials | undefined> {
  const [row] = await db.query<UserRow & { password_hash: string }>(sql`
    select ${userColumns}, u.password_hash from users u where u.email_folded = ${foldEmail(email)} and u.twin_id is null`);
  return row && { user: userOf(row), passwordHash: row.password_hash };
}

export async function findTestPerson(db: Queryable, twin: AccountId, email: string): Promise<User | undefined> {
  const [row] = await db.query<UserRow>(sql`
    select ${userColumns} from users u where u.email_folded = ${foldEmail(email)} and u.twin_id = ${uuidOf(twin)}`);
  return row && userOf(row);
}

/** Among real people, or among the test people of a twin. */
export async function personExists(db: Queryable, email: string, twin: AccountId | null): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from users where email_folded = ${foldEmail(email)} and twin_id is not distinct from ${twin && uuidOf(twin)}::uuid`);
  return rows.length > 0;
}

export async function findCredentials(db: Queryable, id: UserId): Promise<Credentials | undefined> {
  const [row] = await db.query<UserRow & { password_hash: string }>(sql`
    select ${userColumns}, u.password_hash from users u where u.id = ${uuidOf(id)}`);
  return row && { user: userOf(row), passwordHash: row.password_hash };
}

/** Blocks a password change until the commit. False if the password has changed since it was verified. */
export async function holdPassword(tx: Tx, { user, passwordHash }: Credentials): Promise<boolean> {
  const rows = await tx.query(sql`
    select id from users where id = ${uuidOf(user.id)} and password_hash = ${passwordHash} for share`);
  return rows.length === 1;
}

/** Waits for concurrent sign-ins as this person and blocks later ones. */
export async function lockUser(tx: Tx, id: UserId): Promise<void> {
  await tx.query(sql`select id from users where id = ${uuidOf(id)} for update`);
}

/** False if the password has changed since it was verified. */
export async function replacePassword(tx: Tx, verified: Credentials, passwordHash: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update users set password_hash = ${passwordHash}
    where id = ${uuidOf(verified.user.id)} and password_hash = ${verified.passwordHash}
    returning id`);
  return rows.length === 1;
}

export async function setPassword(tx: Tx, email: string, passwordHash: string): Promise<User | undefined> {
  const [row] = await tx.query<UserRow>(sql`
    update users u set password_hash = ${passwordHash}
    where u.email_folded = ${foldEmail(email)} and u.twin_id is null
    returning ${userColumns}`);
  return row && userOf(row);
}

export async function saveName(tx: Tx, id: UserId, name: string): Promise<void> {
  await tx.query(sql`update users set name = ${name} where id = ${uuidOf(id)}`);
}
