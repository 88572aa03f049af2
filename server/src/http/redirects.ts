import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { FastifyPluginCallback, FastifyServerFactory } from "fastify";

/** Takes a request if it is a tracking link; false leaves it to the routes. */
export type RedirectHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Tracking links are answered before the framework sees them: hooks, parsers and headers that they do not need take
 * longer than the redirect itself.
 */
export const redirectsFirst =
  (handle: RedirectHandler): FastifyServerFactory =>
  (next, options) => {
    const server = createServer((request, response) => {
      if (!handle(request, response)) next(request, response);
    });
    // What the framework sets on a server of its own.
    const { keepAliveTimeout, requestTimeout, connectionTimeout } = options as Partial<Record<string, number>>;
    if (keepAliveTimeout !== undefined) server.keepAliveTimeout = keepAliveTimeout;
    if (requestTimeout !== undefined) server.requestTimeout = requestTimeout;
    if (connectionTimeout !== undefined) server.setTimeout(connectionTimeout);
    return server;
  };

/** The same as a route, so that the router knows of it and requests without a socket reach it too. */
export const redirectRoute =
  (handle: RedirectHandler): FastifyPluginCallback =>
  (app, _options, ready) => {
    app.get("/r/:code", { schema: { hide: true } }, (request, reply) => {
      reply.hijack();
      handle(request.raw, reply.raw);
    });
    ready();
  };
