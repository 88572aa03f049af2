import { clickCookie, clickIdInCookies, clickIdInUrl, lastClick, type ClickCookieOptions } from "./click-id.ts";

/** The common part of requests in node:http, Express and Fastify, so that no framework is needed. */
export interface IncomingRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express: the URL before routers shorten it. */
  readonly originalUrl?: string | undefined;
  readonly headers: { readonly cookie?: string | undefined };
}

interface HeaderBag {
  getHeader(name: string): number | string | readonly string[] | undefined;
  setHeader(name: string, value: readonly string[]): unknown;
}
interface FastifyReplyLike {
  header(name: string, value: string): unknown;
}
interface FastifyLike {
  addHook(
    name: "onRequest",
    hook: (request: IncomingRequest, reply: FastifyReplyLike, done: () => void) => void,
  ): unknown;
}

export interface ClickMiddlewareOptions<Request> extends ClickCookieOptions {
  /** Whether this visitor allows the cookie. Only true does; a promise does not. Default: every visitor does. */
  readonly consent?: (request: Request) => boolean;
}

/** The click that brought this visitor: the newer of the URL's and the cookie's. Send it as `click_id`. */
export function clickIdOf(request: IncomingRequest | Request): string | undefined {
  const cookies = isWebRequest(request) ? request.headers.get("cookie") : request.headers.cookie;
  return lastClick(clickIdInUrl(addressOf(request)), clickIdInCookies(cookies));
}

/** For Express, Connect and plain node:http: `app.use(expressClicks({ domain: "shop.example" }))`. */
export function expressClicks<Incoming extends IncomingRequest = IncomingRequest>(
  options: ClickMiddlewareOptions<Incoming> = {},
): (request: Incoming, response: HeaderBag, next: () => void) => void {
  return (request, response, next) => {
    const cookie = cookieFor(request, options);
    if (cookie !== undefined) addCookie(response, cookie);
    next();
  };
}

/** For Fastify: `app.register(fastifyClicks({ domain: "shop.example" }))`. */
export function fastifyClicks(
  options: ClickMiddlewareOptions<IncomingRequest> = {},
): (app: FastifyLike, pluginOptions: unknown, done: () => void) => void {
  const plugin = (app: FastifyLike, _pluginOptions: unknown, done: () => void): void => {
    app.addHook("onRequest", (request, reply, next) => {
      const cookie = cookieFor(request, options);
      // Fastify appends to this header instead of replacing it.
      if (cookie !== undefined) reply.header("set-cookie", cookie);
      next();
    });
    done();
  };
  // Fastify's marker for a plugin that applies to all routes, not only to those registered inside it.
  return Object.assign(plugin, { [Symbol.for("skip-override")]: true });
}

/**
 * For any function from Request to Response: `return withClickCookie(request, response, { domain: "shop.example" })`.
 */
export function withClickCookie(
  request: Request,
  response: Response,
  options: ClickMiddlewareOptions<Request> = {},
): Response {
  const cookie = cookieFor(request, options);
  if (cookie === undefined) return response;
  // The headers of a fetched response cannot be changed.
  const changed = new Response(response.body, response);
  changed.headers.append("set-cookie", cookie);
  return changed;
}

/** Only if the URL brings a click that the visitor does not have yet. */
function cookieFor<Incoming extends IncomingRequest | Request>(
  request: Incoming,
  options: ClickMiddlewareOptions<Incoming>,
): string | undefined {
  const arrived = clickIdInUrl(addressOf(request));
  if (arrived === undefined || clickIdOf(request) !== arrived) return undefined;
  const { consent = () => true } = options;
  return consent(request) === true ? clickCookie(arrived, options) : undefined;
}

function addCookie(response: HeaderBag, cookie: string): void {
  const before = response.getHeader("set-cookie");
  const others = before === undefined ? [] : Array.isArray(before) ? (before as readonly string[]) : [String(before)];
  response.setHeader("set-cookie", [...others, cookie]);
}

function addressOf(request: IncomingRequest | Request): string {
  return isWebRequest(request) ? request.url : (request.originalUrl ?? request.url ?? "");
}

function isWebRequest(request: IncomingRequest | Request): request is Request {
  return typeof (request.headers as Partial<Headers>).get === "function";
}
