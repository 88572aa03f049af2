import { AppError } from "../../domain/errors.ts";
import { SESSION_RULE } from "../../domain/rate-limit.ts";
import type { Services } from "../context.ts";
import type { SignedIn } from "./authenticate-session.ts";

const RETRY_AFTER_MS = 1_000;

/**
 * Keeps one signed-in person from blocking the service for everyone else. Counted in this process's memory: a shared
 * count would cost a write per request. Concurrent requests count per person, because one person can sign in many
 * times. Call the returned function when the request is done.
 */
export async function limitSession(
  { clock, sessionLimiter, turns }: Services,
  { session, user }: SignedIn,
): Promise<() => void> {
  const { allowed, resetsAt } = await sessionLimiter.take(session.id, SESSION_RULE);
  if (!allowed) throw new AppError("too_many_requests", { retryAt: resetsAt });
  const end = await turns.person.take(user.id);
  if (!end) throw new AppError("too_many_requests", { retryAt: new Date(clock.now().getTime() + RETRY_AFTER_MS) });
  return end;
}
