import type { FastifyRequest } from "fastify";
import { AppError } from "../../domain/errors.ts";
import type { Services } from "../../usecases/context.ts";
import { sessionCookie } from "./cookies.ts";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

export const isReading = (request: FastifyRequest): boolean => READING.has(request.method);

/**
 * Browsers report a request's origin in headers that pages cannot forge: only our own pages may change anything. This
 * also applies without a cookie, or another site could sign a visitor in to the wrong account. Other programs send
 * neither header and may omit them as long as they send no cookie.
 */
export function requireSameOrigin(services: Pick<Services, "settings">): (request: FastifyRequest) => Promise<void> {
  const cookie = sessionCookie(services);
  const { origin } = new URL(services.settings.baseUrl);
  return async (request) => {
    if (isReading(request)) return;
    const { "sec-fetch-site": site, origin: from } = request.headers;
    if (site === "same-origin" || from === origin) return;
    if (site === undefined && from === undefined && cookie.read(request) === undefined) return;
    throw new AppError("cross_site_request");
  };
}
