import { URL_MAX, OVERLAP_HOURS_MAX } from "tributary-sdk/limits";
import { AppError } from "./errors.ts";
import { eventTypes, type EventType } from "./events.ts";
import type { AccountId, EndpointId } from "./ids.ts";

/** A URL that receives an account's events. */
export interface Endpoint {
  readonly id: EndpointId;
  readonly accountId: AccountId;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly createdAt: Date;
  /** null while enabled. */
  readonly disabledAt: Date | null;
  /** `failures`: disabled automatically. `import`: disabled by an import. */
  readonly disabledBy: "person" | "failures" | "import" | null;
  readonly rotatedAt: Date | null;
  /** Until then, the previous secret also signs. */
  readonly previousSecretUntil: Date | null;
}

/** Decides which addresses may receive webhooks. */
export interface Destinations {
  /** Why this URL may not receive webhooks; undefined if it may. A hostname that does not resolve yet is allowed. */
  refusalOf(url: URL): Promise<string | undefined>;
}

/** An endpoint is disabled after this many failed deliveries in a row. */
export const FAILURES_IN_ROW_MAX = 20;

const SECRET_PREFIX = "whsec_";

/** Normalizes the URL: unusual spellings of an address (decimal, octal, full-width) become its plain form. */
export function endpointUrlOf(text: string): URL {
  const refuse = (rule: string): never => {
    throw new AppError("invalid_request", { text: `url must be an https address${rule}.` });
  };
  if (text.length > URL_MAX) return refuse(` of up to ${URL_MAX} characters`);
  if (!URL.canParse(text) || !text.isWellFormed()) return refuse("");
  const url = new URL(text);
  if (url.protocol !== "https:") return refuse(", because http would send events unencrypted");
  if (url.username !== "" || url.password !== "") return refuse(" without a user name or password");
  // A fragment is never sent.
  url.hash = "";
  return url.href.length > URL_MAX ? refuse(` of up to ${URL_MAX} characters`) : url;
}

/** In the order of the event list, without duplicates. */
export function chosenEvents(names: readonly string[]): EventType[] {
  const unknown = names.find((name) => !(eventTypes as readonly string[]).includes(name));
  if (unknown !== undefined || names.length === 0)
    throw new AppError("invalid_request", { text: `events must list one or more of ${eventTypes.join(", ")}.` });
  return eventTypes.filter((type) => names.includes(type));
}

/** 256 bits. The whole string, including the prefix, is the HMAC key. */
export function webhookSecretOf(bytes: Buffer): string {
  return SECRET_PREFIX + bytes.toString("base64");
}

export function overlapUntil(hours: number, now: Date): Date | null {
  if (!Number.isFinite(hours) || hours < 0 || hours > OVERLAP_HOURS_MAX)
    throw new AppError("invalid_request", { text: `overlap_hours must be a number from 0 to ${OVERLAP_HOURS_MAX}.` });
  return hours === 0 ? null : new Date(now.getTime() + hours * 3_600_000);
}
