import { URL_MAX, OVERLAP_HOURS_MAX } from "tributary-sdk/limits";
import { AppError } from "./errors.ts";
import { eventTypes, type EventType } from "./events.ts";
import type { AccountId, EndpointId } from "./ids.ts";

/** Where an account wants to hear of events. */
export interface Endpoint {
  readonly id: EndpointId;
  readonly accountId: AccountId;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly createdAt: Date;
  /** null while it is on. */
  readonly disabledAt: Date | null;
  /** `failures`: switched off by itself. `import`: came with an import. */
  readonly disabledBy: "person" | "failures" | "import" | null;
  readonly rotatedAt: Date | null;
  /** While the secret before the last rotation still signs too. */
  readonly previousSecretUntil: Date | null;
}

/** Knows which addresses webhooks are sent to. */
export interface Destinations {
  /** Why this one would not be called, as far as it can be known now: a name that is not found may be found later. */
  refusalOf(url: URL): Promise<string | undefined>;
}

/** An endpoint with this many deliveries in a row that ended as failed is switched off. */
export const FAILURES_IN_ROW_MAX = 20;

const SECRET_PREFIX = "whsec_";

/** The address as it will be called. Odd spellings of an address (decimal, octal, full-width) come out in their plain form. */
export function endpointUrlOf(text: string): URL {
  const refuse = (rule: string): never => {
    throw new AppError("invalid_request", { text: `url must be an https address${rule}.` });
  };
  if (text.length > URL_MAX) return refuse(` of up to ${URL_MAX} characters`);
  if (!URL.canParse(text) || !text.isWellFormed()) return refuse("");
  const url = new URL(text);
  if (url.protocol !== "https:") return refuse(": http is not accepted, since events would travel in the clear");
  if (url.username !== "" || url.password !== "") return refuse(" without a user name or password");
  // It would never be sent.
  url.hash = "";
  return url.href.length > URL_MAX ? refuse(` of up to ${URL_MAX} characters`) : url;
}

/** In the order of the list of events, each once. */
export function chosenEvents(names: readonly string[]): EventType[] {
  const unknown = names.find((name) => !(eventTypes as readonly string[]).includes(name));
  if (unknown !== undefined || names.length === 0)
    throw new AppError("invalid_request", { text: `events must list one or more of ${eventTypes.join(", ")}.` });
  return eventTypes.filter((type) => names.includes(type));
}

/** 256 bits. The whole text, prefix included, is the key of the contract's signature. */
export function webhookSecretOf(bytes: Buffer): string {
  return SECRET_PREFIX + bytes.toString("base64");
}

export function overlapUntil(hours: number, now: Date): Date | null {
  if (!Number.isFinite(hours) || hours < 0 || hours > OVERLAP_HOURS_MAX)
    throw new AppError("invalid_request", { text: `overlap_hours must be a number from 0 to ${OVERLAP_HOURS_MAX}.` });
  return hours === 0 ? null : new Date(now.getTime() + hours * 3_600_000);
}
