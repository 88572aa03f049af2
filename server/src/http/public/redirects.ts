import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyPluginCallback } from "fastify";

/** Handles a request if it is a tracking link; false leaves it to the routes. */
export type RedirectHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Tracking links as a route, so that the router knows them and injected requests reach them too. */
export const redirectRoute =
  (handle: RedirectHandler): FastifyPluginCallback =>
  (app, _options, ready) => {
    app.get("/r/:code", { schema: { hide: true } }, (request, reply) => {
      reply.hijack();
      handle(request.raw, reply.raw);
    });
    ready();
  };
