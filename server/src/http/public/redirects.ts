import type { FastifyPluginCallback } from "fastify";
import type { LinkHandler } from "../links/plain-exchange.ts";

/** Tracking links as a route, so that the router knows them and injected requests reach them too. */
export const redirectRoute =
  (handle: LinkHandler): FastifyPluginCallback =>
  (app, _options, ready) => {
    app.get("/r/:code", { schema: { hide: true } }, (request, reply) => {
      // The router also decodes paths such as /%72/code, which are no tracking links.
      if (handle(request.raw, reply.raw)) reply.hijack();
      else reply.callNotFound();
    });
    ready();
  };
