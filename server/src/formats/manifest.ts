/** Why an export, an import or a move is not done; the message says what to do. */
export type MoveRefusal =
  | "not_an_export"
  | "export_damaged"
  | "other_version"
  | "other_secret_key"
  | "installation_not_empty"
  | "service_running"
  | "nothing_to_move"
  | "unsuitable_target"
  | "copy_differs"
  | "moved_away";

export class CannotMove extends Error {
  override readonly name = "CannotMove";
  readonly code: MoveRefusal;

  constructor(code: MoveRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const MANIFEST = "manifest.json";
export const FORMAT = 1;

/**
 * Short-lived, and of no use to anybody elsewhere: everyone signs in again, and asks for a new link or code by mail.
 * Unlogged tables (rate windows, the address keys of two days) stay behind too: a crash forgets them as well.
 */
export const LEFT_OUT: readonly string[] = ["address_codes", "password_resets", "pending_sign_ins", "sessions"];

/** Filled by the program itself when somebody looks at it, so an installation that has rows here alone counts as empty. */
export const SELF_MADE: readonly string[] = ["statement_keys"];

export interface ExportedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** What an export holds. Nothing in it tells when it was made: the same data gives the same bytes. */
export interface Manifest {
  readonly format: number;
  readonly tributary: string;
  /** The migrations that the database had seen. */
  readonly schema: readonly string[];
  /** Which SECRET_KEY opens what is encrypted; it tells nothing about the key itself. */
  readonly secret_key_fingerprint: string;
  /** In the order in which they can be filled: what a table refers to stands before it. */
  readonly tables: readonly ExportedTable[];
  /** The next number of each. */
  readonly sequences: Readonly<Record<string, string>>;
}

export const fileOf = (table: string): string => `${table}.ndjson`;

export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

/** Undefined when the text is no manifest of this format, or names files that could lie elsewhere. */
export function parseManifest(text: string): Manifest | undefined {
  const found = objectIn(text);
  if (!found || found["format"] !== FORMAT || typeof found["tributary"] !== "string") return undefined;
  const { schema, secret_key_fingerprint: fingerprint, tables, sequences } = found;
  if (!isTexts(schema) || typeof fingerprint !== "string") return undefined;
  if (!Array.isArray(tables) || !tables.every(isTable) || !isNumbers(sequences)) return undefined;
  return found as unknown as Manifest;
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const found: unknown = JSON.parse(text);
    return isObject(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isTable(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { name, columns, rows, bytes, sha256 } = value;
  return (
    typeof name === "string" &&
    /^\w{1,63}$/.test(name) &&
    isTexts(columns) &&
    Number.isSafeInteger(rows) &&
    Number.isSafeInteger(bytes) &&
    typeof sha256 === "string"
  );
}

function isNumbers(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((item) => typeof item === "string" && /^\d{1,19}$/.test(item));
}
