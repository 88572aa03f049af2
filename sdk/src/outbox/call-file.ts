import { createHash } from "node:crypto";
import { bodyJson } from "../body-json.ts";
import { TributaryError } from "../error.ts";
import type { OutboxCall } from "../outbox.ts";

/** The mode of the API key. */
export type Mode = "live" | "test";

/** Where a call belongs. A client leaves all others alone. */
export interface Target {
  readonly mode: Mode;
  /** The server and, in test mode, the test account. A live key can be replaced while its calls are pending. */
  readonly destination: string;
}

export type StoredCall = OutboxCall & Target;

type WithoutIdentity<Call> = Call extends OutboxCall ? Omit<Call, "id" | "queuedAt"> : never;
/** A call that is not stored yet. */
export type NewCall = WithoutIdentity<OutboxCall>;

const FORMAT = 1;
/** What the API accepts. */
const BODY_MAX_BYTES = 65_536;
const KINDS = new Set(["conversion", "order_refund", "refund"]);
/** The hexadecimal digits of an ID: those of its target, then those of its order or refund. */
const TARGET_DIGITS = 12;
const CALL_DIGITS = 28;

/** The file is damaged. */
export class CorruptFile extends Error {}
/** The file is from a newer SDK. */
export class NewerFile extends Error {}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A test key stands for its account, as a hash. Parallel test runs have different accounts on the same server. */
export function targetOf(baseUrl: string, apiKey: string): Target {
  const server = new URL(baseUrl).href.replace(/\/+$/, "");
  if (!apiKey.startsWith("sk_test_")) return { mode: "live", destination: server };
  return { mode: "test", destination: `${server} ${sha256(apiKey).slice(0, TARGET_DIGITS)}` };
}

const digitsOf = ({ mode, destination }: Target): string =>
  sha256(JSON.stringify([mode, destination])).slice(0, TARGET_DIGITS);

/**
 * The same order or refund always has the same ID, and so the same file name: the file system then rejects a second
 * pending call for it, across all processes. A hash, because an order ID can contain any character.
 */
export function idOf(target: Target, { kind, body }: Pick<NewCall, "kind" | "body">): string {
  const what = kind === "conversion" ? "conversion" : "refund";
  const call = sha256(JSON.stringify([target.mode, target.destination, what, body.external_id]));
  return `${what}-${digitsOf(target)}${call.slice(0, CALL_DIGITS)}`;
}

/** Whether the call with this ID is for the target, without reading its file. */
export function belongsTo(target: Target): (id: string) => boolean {
  const ours = digitsOf(target);
  return (id) => id.slice(id.indexOf("-") + 1).startsWith(ours);
}

/** The ID of the call that must be sent first: a refund needs its order. */
export function idBefore(call: StoredCall): string | undefined {
  if (call.kind !== "order_refund") return undefined;
  const order = { campaign_id: "", external_id: call.body.conversion_external_id };
  return idOf(call, { kind: "conversion", body: order });
}

/** What the shop gets to see. */
export function presented({ mode: _mode, destination: _destination, ...call }: StoredCall): OutboxCall {
  return call;
}

export function storedCall(target: Target, call: NewCall, queuedAt: Date): StoredCall {
  const { external_id: externalId } = call.body;
  if (typeof externalId !== "string" || externalId === "") throw new TypeError("external_id must be a text.");
  // As JSON it can be compared with what is on disk, and later changes by the caller have no effect.
  const text = bodyJson(call.body);
  if (Buffer.byteLength(text) > BODY_MAX_BYTES)
    throw new TributaryError({
      code: "body_too_large",
      message: "The request body is larger than 64 KiB.",
      outcome: "refused",
      attempts: 0,
    });
  const body = JSON.parse(text) as never;
  return { ...call, ...target, body, id: idOf(target, call), queuedAt: queuedAt.toISOString() };
}

/** Whether both have the same effect. The times of the two calls differ. */
export function isSameCall(one: StoredCall, other: StoredCall): boolean {
  const essence = (call: StoredCall) => canonical({ ...call, queuedAt: "" });
  return essence(one) === essence(other);
}

/** Without null fields, which count as absent, and with sorted keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, field: unknown) =>
    typeof field === "object" && field !== null && !Array.isArray(field)
      ? Object.fromEntries(
          Object.entries(field)
            .filter(([, each]) => each !== null)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : field,
  );

/** One line of JSON, and its checksum: a truncated or changed file is recognized. The API key is not part of it. */
export function encode(content: object): string {
  const line = JSON.stringify({ format: FORMAT, ...content });
  return `${line}\n${sha256(line)}\n`;
}

function decode(text: string): Record<string, unknown> {
  const [line = "", checksum, end, ...more] = text.split("\n");
  if (checksum !== sha256(line) || end !== "" || more.length > 0) throw new CorruptFile("The checksum does not match.");
  const content: unknown = JSON.parse(line);
  if (typeof content !== "object" || content === null) throw new CorruptFile("The file does not contain an object.");
  if (!("format" in content) || content.format !== FORMAT) throw new NewerFile("The file has a newer format.");
  return content as Record<string, unknown>;
}

export const callText = (call: StoredCall): string => encode({ call });

export function callFrom(text: string, id: string): StoredCall {
  const { call } = decode(text);
  if (!isStoredCall(call) || call.id !== id) throw new CorruptFile("The file does not contain the call of its name.");
  return call;
}

export interface StoredFailure {
  readonly call: StoredCall;
  readonly failedAt: string;
  readonly error: { readonly code: string; readonly message: string };
}

export function failureFrom(text: string): StoredFailure {
  const content = decode(text);
  const { call, error } = content;
  if (!isStoredCall(call) || typeof error !== "object")
    throw new CorruptFile("The file does not contain a refused call.");
  return content as unknown as StoredFailure;
}

function isStoredCall(value: unknown): value is StoredCall {
  if (typeof value !== "object" || value === null) return false;
  const { id, kind, mode, destination, queuedAt, body, conversionId } = value as Partial<Record<string, unknown>>;
  if (typeof kind !== "string" || !KINDS.has(kind)) return false;
  if ((mode !== "live" && mode !== "test") || typeof destination !== "string") return false;
  if (typeof queuedAt !== "string" || Number.isNaN(Date.parse(queuedAt))) return false;
  if (kind === "refund" && typeof conversionId !== "string") return false;
  return typeof body === "object" && body !== null && id === idOf({ mode, destination }, value as NewCall);
}
