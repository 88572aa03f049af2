import type { AccountId } from "../../domain/ids.ts";
import type { Session, User } from "../../domain/person.ts";
import { digestOf } from "../secret-digest.ts";
import { findSession, saveSeenAt } from "../../store/people/sessions.ts";
import type { Services } from "../context.ts";
import { isAlive } from "./session-life.ts";

const SEEN_EVERY_MS = 60_000;
const TOKEN = /^[\w-]{43}$/;

export interface SignedIn {
  readonly user: User;
  readonly session: Session;
  /** Whose test person they are; null for real people. */
  readonly twin: AccountId | null;
}

export async function authenticateSession({ db, clock }: Services, token: string): Promise<SignedIn | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const found = await findSession(db, digestOf(token));
  const now = clock.now();
  if (!found || !isAlive(found.session, now)) return undefined;
  if (now.getTime() - found.session.seenAt.getTime() >= SEEN_EVERY_MS)
    await db.transaction((tx) => saveSeenAt(tx, found.session.id, now));
  return found;
}
