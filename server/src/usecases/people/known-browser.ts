import { timingSafeEqual } from "node:crypto";
import type { Credentials } from "../../store/people/users.ts";
import type { Services } from "../context.ts";

/**
 * A browser in which this person has signed in before keeps an id and a proof. They open nothing: they only spare the browser
 * the limits that strangers can use up, so that nobody is locked out by somebody else's guesses. A new password ends them.
 */
const TOKEN = /^(?<id>[\w-]{43})\.(?<proof>[\w-]{43})$/;

export function knownBrowserToken(
  services: Pick<Services, "random" | "knownBrowserHash">,
  credentials: Credentials,
  previousToken?: string,
): string {
  // A browser keeps its id, and with it what it has used of its limit.
  const id = knownBrowserId(services, credentials, previousToken) ?? services.random.token();
  return `${id}.${proofOf(services, credentials, id).toString("base64url")}`;
}

/** Undefined for a browser that this person has not signed in with, or not since the password changed. */
export function knownBrowserId(
  services: Pick<Services, "knownBrowserHash">,
  credentials: Credentials | undefined,
  token: string | undefined,
): string | undefined {
  const { id, proof } = TOKEN.exec(token ?? "")?.groups ?? {};
  if (!credentials || id === undefined || proof === undefined) return undefined;
  const given = Buffer.from(proof, "base64url");
  return timingSafeEqual(given, proofOf(services, credentials, id)) ? id : undefined;
}

const proofOf = (
  { knownBrowserHash }: Pick<Services, "knownBrowserHash">,
  { user, passwordHash }: Credentials,
  id: string,
): Buffer => knownBrowserHash(`${id} ${user.id} ${passwordHash}`);
