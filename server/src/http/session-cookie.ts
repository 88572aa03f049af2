import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../usecases/context.ts";

export interface SessionCookie {
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

const NAME = "tributary_session";
const MAX_AGE_SECONDS = 14 * 24 * 3600;

/** Browsers take a `__Host-` cookie only over https and for this very host, so no neighbour can plant one. */
export function sessionCookie({ settings }: Pick<Services, "settings">): SessionCookie {
  const secure = settings.baseUrl.startsWith("https://");
  const name = secure ? `__Host-${NAME}` : NAME;
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
  return {
    read: (request) => request.cookies[name],
    set: (reply, token) => void reply.setCookie(name, token, { ...attributes, maxAge: MAX_AGE_SECONDS }),
    clear: (reply) => void reply.setCookie(name, "", { ...attributes, maxAge: 0 }),
  };
}
