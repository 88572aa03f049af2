import pg from "pg";

/** The database was unreachable or could not do the work now. The request itself is fine and can be retried. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";

  constructor(cause: unknown) {
    super(`The database is unavailable: ${reasonOf(cause)}`, { cause });
  }
}

/** A standby, or a server configured to reject writes. */
export class ReadOnlyServer extends Error {
  override readonly name = "ReadOnlyServer";

  constructor(server: string) {
    super(`${server} is read-only`);
  }
}

/** Not a standby of our primary, so it says nothing about how fresh its data is. */
export class NotAStandby extends Error {
  override readonly name: string = "NotAStandby";
}

/** Whether the database is reachable but rejects writes. */
export function isReadOnly(error: unknown): boolean {
  if (error instanceof ReadOnlyServer || codeOf(error) === "25006") return true;
  if (error instanceof AggregateError) return error.errors.some(isReadOnly);
  return error instanceof DatabaseUnavailable && isReadOnly(error.cause);
}

// Many of pg's own connection errors have no code, only these texts.
const TEXTS = [
  "Connection terminated",
  "Client has encountered a connection error",
  "Client was closed",
  "timeout expired",
  "timeout exceeded when trying to connect",
  "Query read timeout",
  "connection pool is closed",
];

const SYSTEM_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "ENOENT",
  "EACCES",
  "EPIPE",
  "ENOTCONN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

// 25006: the server is a read-only standby · 25P03: it cut an idle transaction
// 08: connection · 57P0: shutting down or starting up
const LOST_STATES = ["25006", "25P03", "08", "57P0"];
// 55P03, 57014: our lock and statement timeouts · 58030: disk failure · 53: out of disk, memory or connections
const BUSY_STATES = ["55P03", "57014", "58030", "53"];

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/**
 * Whether the database rejects our user, does not exist, or does not let us create tables. The configuration needs to
 * be corrected.
 */
export function isRefused(error: unknown): error is Error {
  const code = codeOf(error) ?? "";
  return code.startsWith("28") || code === "3D000" || code === "42501";
}

export function isUnavailable(error: unknown): boolean {
  if ([DatabaseUnavailable, ReadOnlyServer, NotAStandby].some((kind) => error instanceof kind)) return true;
  const code = codeOf(error);
  if (code !== undefined)
    return SYSTEM_CODES.has(code) || [...LOST_STATES, ...BUSY_STATES].some((start) => code.startsWith(start));
  return error instanceof Error && TEXTS.some((text) => error.message.includes(text));
}

/** Whether the connection can no longer be used after this error. A timeout leaves it usable. */
export function isLost(error: unknown): boolean {
  if (!isUnavailable(error)) return false;
  const code = codeOf(error);
  return !(error instanceof pg.DatabaseError) || LOST_STATES.some((start) => code?.startsWith(start));
}

/** Whether the server itself reported it, with a SQLSTATE. */
export const isServerError = (error: unknown): boolean => error instanceof pg.DatabaseError;

export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // A host name with several addresses fails with an AggregateError whose own message is empty.
  if (cause instanceof AggregateError && cause.message === "") return cause.errors.map(reasonOf).join("; ");
  return cause.message;
}
