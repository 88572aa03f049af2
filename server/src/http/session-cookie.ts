import { fastifyCookie } from "@fastify/cookie";
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
  const write = (reply: FastifyReply, value: string, maxAge: number): void => {
    const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure, maxAge } as const;
    void reply.header("set-cookie", fastifyCookie.serialize(name, value, attributes));
  };
  return {
    read: (request) => fastifyCookie.parse(request.headers.cookie ?? "")[name],
    set: (reply, token) => write(reply, token, MAX_AGE_SECONDS),
    clear: (reply) => write(reply, "", 0),
  };
}
