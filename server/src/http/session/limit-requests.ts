import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../domain/errors.ts";
import { SESSION_RULE } from "../../domain/rate-limit.ts";
import type { Services } from "../../usecases/context.ts";
import type { SignedIn } from "../../usecases/people/authenticate-session.ts";

const RETRY_AFTER_MS = 1_000;

interface Turn {
  readonly end: () => void;
  isAnswered: boolean;
  isClosed: boolean;
}
const turnsOf = new WeakMap<FastifyRequest, Turn>();

/**
 * One signed-in person cannot take the service away from everybody else. Counted in the memory of this process: a shared count
 * would cost each request a write. How many run at once is counted per person, because one person can sign in many times.
 */
export async function limitRequests(
  { clock, sessionLimiter, turns }: Services,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { session, user }: SignedIn,
): Promise<void> {
  const { allowed, resetsAt } = await sessionLimiter.take(session.id, SESSION_RULE);
  if (!allowed) throw new AppError("too_many_requests", { retryAt: resetsAt });
  const end = await turns.person.take(user.id);
  if (!end) throw new AppError("too_many_requests", { retryAt: new Date(clock.now().getTime() + RETRY_AFTER_MS) });
  const turn: Turn = { end, isAnswered: false, isClosed: reply.raw.destroyed };
  turnsOf.set(request, turn);
  for (const event of ["finish", "close"])
    reply.raw.once(event, () => {
      turn.isClosed = true;
      endIfDone(turn);
    });
}

/**
 * A turn ends when the work is done and the response is out. Not when the connection closes: a client that hangs up does not
 * stop the queries it has caused, and could otherwise start any number of them.
 */
export function endTurns(app: FastifyInstance): void {
  app.addHook("onSend", async (request) => {
    const turn = turnsOf.get(request);
    if (!turn) return;
    turn.isAnswered = true;
    endIfDone(turn);
  });
}

function endIfDone({ end, isAnswered, isClosed }: Turn): void {
  if (isAnswered && isClosed) end();
}
