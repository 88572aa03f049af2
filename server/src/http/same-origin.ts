import type { FastifyRequest } from "fastify";
import { AppError } from "../domain/errors.ts";
import type { Services } from "../usecases/context.ts";
import { sessionCookie } from "./session-cookie.ts";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

export const isReading = (request: FastifyRequest): boolean => READING.has(request.method);

/**
 * The browser adds the session cookie also to what other sites send in a person's name. It says where a request comes
 * from in headers that no page can forge, and what does not come from our own pages changes nothing.
 */
export function requireSameOrigin(services: Pick<Services, "settings">): (request: FastifyRequest) => Promise<void> {
  const cookie = sessionCookie(services);
  const { origin } = new URL(services.settings.baseUrl);
  return async (request) => {
    if (isReading(request) || cookie.read(request) === undefined) return;
    const { headers } = request;
    if (headers["sec-fetch-site"] === "same-origin" || headers.origin === origin) return;
    throw new AppError("cross_site_request");
  };
}
