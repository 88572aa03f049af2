import { createHash } from "node:crypto";
import { TributaryError } from "../error.ts";
import type { OutboxCall } from "../outbox.ts";

/** The mode of the API key. A client leaves the other mode's calls alone. */
export type Mode = "live" | "test";

export type StoredCall = OutboxCall & { readonly mode: Mode };

type WithoutIdentity<Call> = Call extends OutboxCall ? Omit<Call, "id" | "queuedAt"> : never;
/** A call that is not stored yet. */
export type NewCall = WithoutIdentity<OutboxCall>;

const FORMAT = 1;
/** What the API accepts. */
const BODY_MAX_BYTES = 65_536;
const KINDS = new Set(["conversion", "order_refund", "refund"]);

/** The file is damaged. */
export class CorruptFile extends Error {}
/** The file is from a newer SDK. */
export class NewerFile extends Error {}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * The same order or refund always has the same ID, and so the same file name: the file system then rejects a second
 * pending call for it, across all processes. A hash, because an order ID can contain any character.
 */
export function idOf(mode: Mode, { kind, body }: Pick<NewCall, "kind" | "body">): string {
  const what = kind === "conversion" ? "conversion" : "refund";
  return `${what}-${sha256(JSON.stringify([mode, what, body.external_id])).slice(0, 40)}`;
}

/** The ID of the call that must be sent first: a refund needs its order. */
export function idBefore({ mode, ...call }: StoredCall): string | undefined {
  if (call.kind !== "order_refund") return undefined;
  const order = { campaign_id: "", external_id: call.body.conversion_external_id };
  return idOf(mode, { kind: "conversion", body: order });
}

export function storedCall(mode: Mode, call: NewCall, queuedAt: Date): StoredCall {
  const { external_id: externalId } = call.body;
  if (typeof externalId !== "string" || externalId === "") throw new TypeError("external_id must be a text.");
  // As JSON it can be compared with what is on disk, and later changes by the caller have no effect.
  const text = JSON.stringify(call.body);
  if (Buffer.byteLength(text) > BODY_MAX_BYTES)
    throw new TributaryError({
      code: "body_too_large",
      message: "The request body is larger than 64 KiB.",
      outcome: "refused",
      attempts: 0,
    });
  const body = JSON.parse(text) as never;
  return { ...call, body, id: idOf(mode, call), mode, queuedAt: queuedAt.toISOString() };
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
  const { id, kind, mode, queuedAt, body, conversionId } = value as Partial<Record<string, unknown>>;
  if (typeof kind !== "string" || !KINDS.has(kind) || (mode !== "live" && mode !== "test")) return false;
  if (typeof queuedAt !== "string" || Number.isNaN(Date.parse(queuedAt))) return false;
  if (kind === "refund" && typeof conversionId !== "string") return false;
  return typeof body === "object" && body !== null && id === idOf(mode, value as NewCall);
}
