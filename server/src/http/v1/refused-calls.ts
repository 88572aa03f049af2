import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../../usecases/context.ts";
import type { RefusedCallLog } from "../../usecases/refused-calls/refused-call-log.ts";
import { failureOf } from "../response/errors.ts";

const PATH_MAX = 300;
/** A key that someone put into the path by mistake. */
const SECRET = /(sk_(?:live|test)_)\w+/g;

/**
 * For `onResponse`: records a failed request after the response is sent. Requests without a known key belong to no
 * account.
 */
export const noteRefusedCall =
  ({ clock }: Pick<Services, "clock">, log: RefusedCallLog) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const failure = failureOf(request);
    if (failure && request.caller) {
      // Without the query, which says little and may contain anything.
      const [path = ""] = request.url.split("?", 1);
      log.note(request.caller.accountId, {
        keyId: request.caller.keyId,
        at: clock.now(),
        method: request.method,
        path: path.replaceAll(SECRET, "$1…").slice(0, PATH_MAX),
        status: reply.statusCode,
        code: failure.code,
        error: failure.message,
        requestId: request.id,
      });
    }
    done();
  };
