import { destination, pino, stdTimeFunctions, type DestinationStream, type Logger } from "pino";

export type Log = Logger;

// Credentials must not end up in a log file, even if someone logs the headers.
const HEADERS = ["authorization", "cookie", "set-cookie", "proxy-authorization"];
const SECRETS = HEADERS.flatMap((name) => [
  `headers["${name}"]`,
  `req.headers["${name}"]`,
  `res.headers["${name}"]`,
  `request.headers["${name}"]`,
]);

/**
 * The driver attaches the whole connection to its errors, including past queries, and row values in their detail: these
 * fields are enough.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, code, constraint, cause } = error as Error & { code?: unknown; constraint?: unknown };
  return { type: name, message, stack, code, constraint, cause: describeError(cause) };
}

/** JSON lines on stderr, because stdout belongs to the command's output. */
export function createLog(level: string, to: DestinationStream = destination({ fd: 2, sync: true })): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      redact: { paths: SECRETS, censor: "[removed]" },
      serializers: { err: describeError },
    },
    to,
  );
}
