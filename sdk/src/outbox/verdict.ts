import { TributaryError } from "../error.ts";

export type Verdict =
  | { readonly final: true }
  | {
      readonly final: false;
      /** Whether other calls would fail too. */
      readonly everything: boolean;
      readonly retryAfterMs: number;
      /** Whether someone has to do something about it. */
      readonly needsCare: boolean;
    };

/** Refusals of the client, and not of the order or refund. */
const OF_THE_CLIENT = new Set(["invalid_api_key", "plan_required", "path_not_found", "unexpected_answer"]);
const NOT_FINAL = new Set([408, 425, 429]);
const BAD_REQUEST = 400;
const SERVER_ERROR = 500;
/** A proxy that asks for days must not stop the outbox until the process restarts. */
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * Final is only what the API itself decided about this order or refund. A revoked key or the error page of a proxy must
 * not empty the outbox.
 */
export function verdictOn(error: unknown): Verdict {
  // Nothing is known about another error, so the others are tried.
  if (!(error instanceof TributaryError)) return { final: false, everything: false, retryAfterMs: 0, needsCare: true };
  const { code, status = 0, retryAfterSeconds = 0 } = error;
  const ofTheClient = OF_THE_CLIENT.has(code);
  if (status >= BAD_REQUEST && status < SERVER_ERROR && !ofTheClient && !NOT_FINAL.has(status)) return { final: true };
  return {
    final: false,
    // One order may trigger an error of the server that the others do not.
    everything: status !== SERVER_ERROR,
    retryAfterMs: Math.min(retryAfterSeconds * 1000, LONGEST_PAUSE_MS),
    needsCare: ofTheClient && status < SERVER_ERROR,
  };
}

const FIRST_WAIT_MS = 1_000;
/** For everything, and for a single call that fails while others succeed. */
export const LONGEST_WAIT_MS = { everything: 60_000, one: 900_000 };

/** Doubles with each attempt. Half of it is random, so that processes that failed together do not retry together. */
export function waitAfter(attempts: number, longestMs: number, random: number): number {
  return (Math.min(longestMs, FIRST_WAIT_MS * 2 ** (attempts - 1)) / 2) * (1 + random);
}
