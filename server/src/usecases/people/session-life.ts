import { idOf, type UserId } from "../../domain/ids.ts";
import type { Session, Visitor } from "../../domain/person.ts";
import { digestOf } from "../secret-digest.ts";
import type { Services } from "../context.ts";

const HOUR_MS = 3_600_000;
const IDLE_MS = 12 * HOUR_MS;
const LIFE_MS = 14 * 24 * HOUR_MS;
const USER_AGENT_MAX = 300;

export interface NewSession {
  readonly session: Session;
  /** For the cookie only. */
  readonly token: string;
  readonly tokenDigest: Uint8Array;
}

export function newSession(
  { wallClock, random }: Pick<Services, "wallClock" | "random">,
  userId: UserId,
  visitor: Visitor,
): NewSession {
  const now = wallClock.now();
  const token = random.token();
  const session: Session = {
    id: idOf("session", random.uuid(now)),
    userId,
    createdAt: now,
    seenAt: now,
    expiresAt: new Date(now.getTime() + LIFE_MS),
    userAgent: visitor.userAgent?.slice(0, USER_AGENT_MAX) ?? null,
  };
  return { session, token, tokenDigest: digestOf(token) };
}

/** Sessions last seen at or before this time have ended. */
export const idleSince = (now: Date): Date => new Date(now.getTime() - IDLE_MS);

export const isAlive = (session: Session, now: Date): boolean =>
  now < session.expiresAt && session.seenAt > idleSince(now);
