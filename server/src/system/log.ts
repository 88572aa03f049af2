import { destination, pino, stdTimeFunctions, type Logger } from "pino";

export type Log = Logger;

// What proves who somebody is must not be found in a log file, whoever logs the headers.
const HEADERS = ["authorization", "cookie", "set-cookie", "proxy-authorization"];
const SECRETS = HEADERS.flatMap((name) => [
  `headers["${name}"]`,
  `req.headers["${name}"]`,
  `res.headers["${name}"]`,
  `request.headers["${name}"]`,
]);

/** Lines of JSON on stderr: stdout belongs to what a command was asked for. */
export function createLog(level: string): Log {
  return pino(
    { level, base: null, timestamp: stdTimeFunctions.isoTime, redact: { paths: SECRETS, censor: "[removed]" } },
    destination({ fd: 2, sync: true }),
  );
}
