import { destination, pino, stdTimeFunctions, type DestinationStream, type Logger } from "pino";

export type Log = Logger;

// What proves who somebody is must not be found in a log file, whoever logs the headers.
const HEADERS = ["authorization", "cookie", "set-cookie", "proxy-authorization"];
const SECRETS = HEADERS.flatMap((name) => [
  `headers["${name}"]`,
  `req.headers["${name}"]`,
  `res.headers["${name}"]`,
  `request.headers["${name}"]`,
]);

/**
 * The driver hangs the whole connection on its errors, with all that was ever asked on it, and the values of rows in their
 * detail: these fields are enough.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, code, constraint, cause } = error as Error & { code?: unknown; constraint?: unknown };
  return { type: name, message, stack, code, constraint, cause: describeError(cause) };
}

/** Lines of JSON on stderr: stdout belongs to what a command was asked for. */
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
