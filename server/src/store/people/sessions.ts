import sql from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId, type SessionId, type UserId } from "../../domain/ids.ts";
import type { Session, User } from "../../domain/person.ts";
import { userColumns, userOf, type UserRow } from "./users.ts";

interface SessionRow {
  id: string;
  user_id: string;
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
  user_agent: string | null;
}

const sessionOf = (row: SessionRow): Session => ({
  id: idOf("session", row.id),
  userId: idOf("user", row.user_id),
  createdAt: row.created_at,
  seenAt: row.seen_at,
  expiresAt: row.expires_at,
  userAgent: row.user_agent,
});

export async function insertSession(tx: Tx, session: Session, tokenDigest: Uint8Array): Promise<void> {
  await tx.query(sql`
    insert into sessions (id, user_id, token_hash, created_at, seen_at, expires_at, user_agent)
    values (${uuidOf(session.id)}, ${uuidOf(session.userId)}, ${tokenDigest}, ${session.createdAt},
      ${session.seenAt}, ${session.expiresAt}, ${session.userAgent})`);
}

export async function findSession(
  db: Queryable,
  tokenDigest: Uint8Array,
): Promise<{ session: Session; user: User; twin: AccountId | null } | undefined> {
  const [row] = await db.query<SessionRow & UserRow & { twin_id: string | null }>(sql`
    select s.id, u.twin_id, s.created_at, s.seen_at, s.expires_at, s.user_agent, ${userColumns}
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenDigest}`);
  return (
    row && {
      session: sessionOf(row),
      user: userOf(row),
      twin: row.twin_id === null ? null : idOf("account", row.twin_id),
    }
  );
}

export async function listSessions(db: Queryable, userId: UserId): Promise<Session[]> {
  const rows = await db.query<SessionRow>(sql`
    select id, user_id, created_at, seen_at, expires_at, user_agent
    from sessions where user_id = ${uuidOf(userId)}
    order by seen_at desc, id desc`);
  return rows.map(sessionOf);
}

export async function saveSeenAt(tx: Tx, id: SessionId, seenAt: Date): Promise<void> {
  await tx.query(sql`update sessions set seen_at = ${seenAt} where id = ${uuidOf(id)} and seen_at < ${seenAt}`);
}

export async function deleteSession(tx: Tx, userId: UserId, id: SessionId): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from sessions where user_id = ${uuidOf(userId)} and id = ${uuidOf(id)} returning id`);
  return rows.length === 1;
}

/** Returns the session's user. */
export async function deleteSessionByToken(tx: Tx, tokenDigest: Uint8Array): Promise<UserId | undefined> {
  const [row] = await tx.query<{ user_id: string }>(sql`
    delete from sessions where token_hash = ${tokenDigest} returning user_id`);
  return row && idOf("user", row.user_id);
}

export async function deleteSessions(tx: Tx, userId: UserId): Promise<void> {
  await tx.query(sql`delete from sessions where user_id = ${uuidOf(userId)}`);
}

export async function deleteOtherSessions(tx: Tx, userId: UserId, kept: SessionId): Promise<void> {
  await tx.query(sql`delete from sessions where user_id = ${uuidOf(userId)} and id <> ${uuidOf(kept)}`);
}

export interface SessionsEnd {
  readonly now: Date;
  readonly idleSince: Date;
}

export async function deleteEndedSessions(tx: Tx, userId: UserId, { now, idleSince }: SessionsEnd): Promise<void> {
  await tx.query(sql`
    delete from sessions where user_id = ${uuidOf(userId)} and (expires_at <= ${now} or seen_at <= ${idleSince})`);
}

/** Including sessions of people who never come back. */
export async function deleteAllEndedSessions(tx: Tx, { now, idleSince }: SessionsEnd): Promise<void> {
  await tx.query(sql`delete from sessions where expires_at <= ${now} or seen_at <= ${idleSince}`);
}
