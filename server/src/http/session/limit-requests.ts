import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../../usecases/context.ts";
import { limitSession } from "../../usecases/people/limit-session.ts";
import type { SignedIn } from "../../usecases/people/authenticate-session.ts";

interface Turn {
  readonly end: () => void;
  isSent: boolean;
  isClosed: boolean;
}
const turnsOf = new WeakMap<FastifyRequest, Turn>();

export async function limitRequests(
  services: Services,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  signedIn: SignedIn,
): Promise<void> {
  const end = await limitSession(services, signedIn);
  const turn: Turn = { end, isSent: false, isClosed: reply.raw.destroyed };
  turnsOf.set(request, turn);
  for (const event of ["finish", "close"])
    reply.raw.once(event, () => {
      turn.isClosed = true;
      endIfDone(turn);
    });
}

/**
 * A turn ends when the work is done and the response is sent, not when the connection closes: a client that disconnects
 * does not stop its queries, and could otherwise start any number of them.
 */
export function endTurns(app: FastifyInstance): void {
  app.addHook("onSend", async (request) => {
    const turn = turnsOf.get(request);
    if (!turn) return;
    turn.isSent = true;
    endIfDone(turn);
  });
}

function endIfDone({ end, isSent, isClosed }: Turn): void {
  if (isSent && isClosed) end();
}
