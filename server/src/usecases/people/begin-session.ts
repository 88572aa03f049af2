import type { Tx } from "../../db/database.ts";
import { digestOf } from "../secret-digest.ts";
import { deleteEndedSessions, deleteSessionByToken, insertSession } from "../../store/people/sessions.ts";
import { idleSince, type NewSession } from "./session-life.ts";

/** Ends the browser's previous session, because nobody could sign out of it any more. */
export async function beginSession(
  tx: Tx,
  { session, tokenDigest }: NewSession,
  previousToken: string | undefined,
): Promise<void> {
  const now = session.createdAt;
  await deleteEndedSessions(tx, session.userId, { now, idleSince: idleSince(now) });
  if (previousToken !== undefined) await deleteSessionByToken(tx, digestOf(previousToken));
  await insertSession(tx, session, tokenDigest);
}
