import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyServerFactory } from "fastify";
import { servePlainLinks } from "./links/plain-connections.ts";
import type { LinkHandler } from "./links/plain-exchange.ts";
import type { RawHandler } from "./public/raw-handler.ts";

/** How long a client may hold a connection without using it, and how many connections there may be. */
export interface ConnectionLimits {
  /** From the connection, or from the first byte of a later request, to the last byte of the headers. */
  readonly headersMs: number;
  /** To the last byte of the body. */
  readonly requestMs: number;
  /** Without traffic in either direction while a request is processed. Longer than the longest import takes. */
  readonly silenceMs: number;
  /** For a client to close its side after we close ours. */
  readonly lingerMs: number;
  /** How often the first two are checked. */
  readonly checkEveryMs: number;
  readonly maxConnections: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  silenceMs: 300_000,
  lingerMs: 5_000,
  checkEveryMs: 5_000,
  maxConnections: 10_000,
};

interface FirstHandlers {
  readonly links: LinkHandler | undefined;
  readonly webhooks: RawHandler | undefined;
  readonly now: () => Date;
}

/**
 * A server with these limits. Tracking links and webhooks are handled first, because the hooks, parsers and headers
 * they do not need take longer than the work itself.
 */
export const limitedServer =
  (limits: ConnectionLimits, { links, webhooks, now }: FirstHandlers): FastifyServerFactory =>
  (next, { keepAliveTimeout }) => {
    const handle = (request: IncomingMessage, response: ServerResponse): void => {
      if (!links?.(request, response) && !webhooks?.(request, response)) next(request, response);
    };
    const server = createServer(
      {
        headersTimeout: limits.headersMs,
        requestTimeout: limits.requestMs,
        connectionsCheckingInterval: limits.checkEveryMs,
        ...(typeof keepAliveTimeout === "number" ? { keepAliveTimeout } : {}),
      },
      handle,
    );
    server.maxConnections = limits.maxConnections;
    server.setTimeout(limits.silenceMs);
    if (links) servePlainLinks(server, { handle: links, now, limits });
    return server;
  };

/** Sends a final response. A client that then keeps its side open would otherwise hold the connection indefinitely. */
export function hangUp(socket: Socket, response: string, { lingerMs }: ConnectionLimits): void {
  socket.end(response);
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once("close", () => clearTimeout(timer));
}
