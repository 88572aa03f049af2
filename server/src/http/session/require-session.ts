import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../domain/errors.ts";
import type { PersonContext, Services } from "../../usecases/context.ts";
import { authenticateSession, type SignedIn } from "../../usecases/people/authenticate-session.ts";
import { ofTestPerson } from "../../usecases/twins/in-twin.ts";
import { sessionCookie } from "./cookies.ts";
import { limitRequests } from "./limit-requests.ts";
import { isInTestWorld } from "./test-world.ts";

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const signedIn = new WeakMap<FastifyRequest, SignedIn>();

/** For `onRequest`: without a session, nobody learns what the body must look like. */
export function requireSession(services: Services): Hook {
  const recognize = recognizeSession(services);
  return async (request, reply) => {
    await recognize(request, reply);
    if (!signedIn.has(request)) throw new AppError("not_signed_in");
  };
}

/** For `onRequest` of routes that also work without a session. */
export function recognizeSession(services: Services): Hook {
  const cookie = sessionCookie(services);
  return async (request, reply) => {
    // Responses are personal: no cache may store them.
    void reply.header("cache-control", "no-store");
    const token = cookie.read(request);
    const found = token === undefined ? undefined : await authenticateSession(services, token);
    // A test person's session is valid only under /test, and a real person's only elsewhere, whichever cookie carries it.
    if (!found || (found.twin !== null) !== isInTestWorld(request)) return;
    signedIn.set(request, found);
    await limitRequests(services, { request, reply }, found);
  };
}

export const signedInIfAny = (request: FastifyRequest): SignedIn | undefined => signedIn.get(request);

export function signedInOf(request: FastifyRequest): SignedIn {
  const found = signedIn.get(request);
  if (!found) throw new Error("This route lacks the requireSession hook.");
  return found;
}

export const personOf = (services: Services, request: FastifyRequest): PersonContext => {
  const { user, twin } = signedInOf(request);
  return { ...(twin === null ? services : ofTestPerson(services, twin)), userId: user.id };
};
