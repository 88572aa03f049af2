/** Why an export, import or move is refused; the message says what to do. */
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
 * Short-lived, and useless on another installation: everyone signs in again and requests a new link or code by email.
 * Unlogged tables (rate windows, address keys of two days) are left out too, since a crash also clears them.
 */
export const LEFT_OUT: readonly string[] = [
  "address_codes",
  "click_journals",
  "click_segments",
  "password_resets",
  "pending_sign_ins",
  "sessions",
];

/** The program fills these tables on demand, so an installation with rows only here counts as empty. */
export const SELF_MADE: readonly string[] = ["statement_keys"];

export interface ExportedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** The contents of an export. It contains no timestamp, so the same data gives the same bytes. */
export interface Manifest {
  readonly format: number;
  readonly tributary: string;
  /** The migrations applied to the database. */
  readonly schema: readonly string[];
  /** Identifies the SECRET_KEY that decrypts the data, without revealing it. */
  readonly secret_key_fingerprint: string;
  /** In the order in which they can be filled: referenced tables come first. */
  readonly tables: readonly ExportedTable[];
  /** The next value of each sequence. */
  readonly sequences: Readonly<Record<string, string>>;
}

export const fileOf = (table: string): string => `${table}.ndjson`;

export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

/** Undefined if the text is not a manifest of this format, or names files outside the folder. */
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
