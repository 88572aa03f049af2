import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../../usecases/context.ts";
import type { RefusedCallLog } from "../../usecases/refused-calls/refused-call-log.ts";
import { failureOf } from "../response/errors.ts";

const PATH_MAX = 300;
/** A key that somebody put into the path by mistake. */
const SECRET = /sk_live_\w+/g;

/** For `onResponse`: the caller has its answer, and only then is it noted that it was none. Strangers' calls belong to no account. */
export const noteRefusedCall =
  ({ clock }: Pick<Services, "clock">, log: RefusedCallLog) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const failure = failureOf(request);
    if (!failure || !request.caller) return;
    // Without the query: it says little, and may hold anything.
    const [path = ""] = request.url.split("?", 1);
    log.note(request.caller.accountId, {
      keyId: request.caller.keyId,
      at: clock.now(),
      method: request.method,
      path: path.replaceAll(SECRET, "sk_live_…").slice(0, PATH_MAX),
      status: reply.statusCode,
      code: failure.code,
      error: failure.message,
      requestId: request.id,
    });
  };
