import type { Session } from "../../domain/person.ts";
import { listSessions } from "../../store/people/sessions.ts";
import type { PersonContext } from "../context.ts";
import { isAlive } from "./session-life.ts";

/** Active sessions, most recently used first. */
export async function listOwnSessions({ db, wallClock, userId }: PersonContext): Promise<Session[]> {
  const now = wallClock.now();
  return (await listSessions(db, userId)).filter((session) => isAlive(session, now));
}
