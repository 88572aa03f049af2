/** The database could not be reached, or could not do the work now. Nothing is wrong with the request: it may be sent again later. */
export class DatabaseAway extends Error {
  override readonly name = "DatabaseAway";

  constructor(cause: unknown) {
    super(`The database is away: ${reasonOf(cause)}`, { cause });
  }
}

// Many of pg's own connection errors carry no code at all, only these words.
const TEXTS = [
  "Connection terminated",
  "Client has encountered a connection error",
  "Client was closed",
  "timeout expired",
  "timeout exceeded when trying to connect",
  "Query read timeout",
  "after calling end on the pool",
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

// 25006: the server has become a read-only standby · 25P03: it cut an idle transaction
// 55P03, 57014: our own lock and statement limits · 58030: its disk fails
const SQL_STATES = new Set(["25006", "25P03", "55P03", "57014", "58030"]);
// 08: connection · 53: no disk, memory or connections left · 57P0: shutting down or starting up
const SQL_STATE_CLASSES = ["08", "53", "57P0"];

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

export function isAway(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true;
  const code = codeOf(error);
  if (code !== undefined)
    return SYSTEM_CODES.has(code) || SQL_STATES.has(code) || SQL_STATE_CLASSES.some((start) => code.startsWith(start));
  return error instanceof Error && TEXTS.some((text) => error.message.includes(text));
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // A host name with several addresses fails with an AggregateError whose own message is empty.
  if (cause instanceof AggregateError && cause.message === "") return cause.errors.map(reasonOf).join("; ");
  return cause.message;
}
