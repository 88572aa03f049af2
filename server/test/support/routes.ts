import diagnostics from "node:diagnostics_channel";
import type { FastifyInstance, RouteOptions } from "fastify";

export interface Route {
  readonly method: string;
  readonly url: string;
}

/**
 * Every route that the work registers, in order and without the HEAD of each GET. The framework announces each new
 * instance on this channel, so the application needs no changes.
 */
export async function collectRoutes<Made>(work: () => Promise<Made>): Promise<{ made: Made; routes: Route[] }> {
  const routes: Route[] = [];
  const onInstance = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook("onRoute", ({ method, url }: RouteOptions) => {
      for (const each of [method].flat()) if (each !== "HEAD") routes.push({ method: each, url });
    });
  };
  diagnostics.subscribe("fastify.initialization", onInstance);
  try {
    return { made: await work(), routes };
  } finally {
    diagnostics.unsubscribe("fastify.initialization", onInstance);
  }
}
