import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyServerFactory } from "fastify";
import type { RedirectHandler } from "./public/redirects.ts";

/** How long one client may hold a connection without using it, and how many all of them may hold. */
export interface ConnectionLimits {
  /** From the connection, or from the first byte of a later request, to the last byte of the headers. */
  readonly headersMs: number;
  /** To the last byte of the body. */
  readonly requestMs: number;
  /** Without a byte in either direction while a request is being answered: longer than the longest import takes. */
  readonly silenceMs: number;
  /** For a client to close its side after we have closed ours. */
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

/**
 * A server with these limits. It offers each request to the tracking links first: hooks, parsers and headers that those do
 * not need take longer than the redirect itself.
 */
export const limitedServer =
  (limits: ConnectionLimits, redirects: RedirectHandler | undefined): FastifyServerFactory =>
  (next, { keepAliveTimeout }) => {
    const handle = (request: IncomingMessage, response: ServerResponse): void => {
      if (!redirects?.(request, response)) next(request, response);
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
    return server;
  };

/** Sends a last response. A client that keeps its side open afterwards would hold the connection for as long as it likes. */
export function hangUp(socket: Socket, response: string, { lingerMs }: ConnectionLimits): void {
  socket.end(response);
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once("close", () => clearTimeout(timer));
}
