import { timingSafeEqual } from "node:crypto";
import type { Credentials } from "../../store/people/users.ts";
import type { Services } from "../context.ts";

/**
 * A browser in which this person has signed in before keeps an ID and a proof. They grant no access. They only exempt
 * the browser from limits that strangers can use up, so that nobody is locked out by someone else's guesses. A new
 * password invalidates them.
 */
const TOKEN = /^(?<id>[\w-]{43})\.(?<proof>[\w-]{43})$/;

export function knownBrowserToken(
  services: Pick<Services, "random" | "knownBrowserHash">,
  credentials: Credentials,
  previousToken?: string,
): string {
  // The browser keeps its ID, so that its used tries still count.
  const id = knownBrowserId(services, credentials, previousToken) ?? services.random.token();
  return `${id}.${proofOf(services, credentials, id).toString("base64url")}`;
}

/** undefined if this person has not signed in with the browser, or not since the password changed. */
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
