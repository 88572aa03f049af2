import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../../usecases/context.ts";
import { isInTestWorld } from "./test-world.ts";

export interface Cookie {
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

const DAY_SECONDS = 24 * 3600;

/** The session of the request's world: a test person's and a member's stay side by side in one browser. */
export function sessionCookie(services: Pick<Services, "settings">): Cookie {
  const real = hostCookie(services, { name: "tributary_session", maxAge: 14 * DAY_SECONDS, sameSite: "lax" });
  const test = testSessionCookie(services);
  const of = (request: FastifyRequest): Cookie => (isInTestWorld(request) ? test : real);
  return {
    read: (request) => of(request).read(request),
    set: (reply, token) => of(reply.request).set(reply, token),
    clear: (reply) => of(reply.request).clear(reply),
  };
}

/** Of a test person, whose portal a member opens. */
export const testSessionCookie = (services: Pick<Services, "settings">): Cookie =>
  hostCookie(services, { name: "tributary_test_session", maxAge: 14 * DAY_SECONDS, sameSite: "lax" });

/**
 * Stays after sign-out: see usecases/people/known-browser.ts for its purpose and limits. Test people do not sign in, so
 * their requests leave the member's cookie alone.
 */
export function browserCookie(services: Pick<Services, "settings">): Cookie {
  const known = hostCookie(services, { name: "tributary_browser", maxAge: 365 * DAY_SECONDS, sameSite: "strict" });
  return {
    read: (request) => (isInTestWorld(request) ? undefined : known.read(request)),
    set: (reply, token) => (isInTestWorld(reply.request) ? undefined : known.set(reply, token)),
    clear: (reply) => (isInTestWorld(reply.request) ? undefined : known.clear(reply)),
  };
}

/** Sets both cookies after sign-in. */
export function setSignedIn(
  services: Pick<Services, "settings">,
  reply: FastifyReply,
  { token, browserToken }: { token: string; browserToken: string },
): void {
  sessionCookie(services).set(reply, token);
  browserCookie(services).set(reply, browserToken);
}

interface CookieKind {
  readonly name: string;
  readonly maxAge: number;
  readonly sameSite: "lax" | "strict";
}

/** Browsers accept a `__Host-` cookie only over https and for this exact host, so no sibling host can set one. */
function hostCookie({ settings }: Pick<Services, "settings">, { name, maxAge, sameSite }: CookieKind): Cookie {
  const secure = settings.baseUrl.startsWith("https://");
  const fullName = secure ? `__Host-${name}` : name;
  const attributes = { path: "/", httpOnly: true, sameSite, secure };
  return {
    read: (request) => request.cookies[fullName],
    set: (reply, token) => void reply.setCookie(fullName, token, { ...attributes, maxAge }),
    clear: (reply) => void reply.setCookie(fullName, "", { ...attributes, maxAge: 0 }),
  };
}
