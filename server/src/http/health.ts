import type { FastifyPluginCallback } from "fastify";

export interface Health {
  /** Resolves when the database answers. */
  readonly ready: () => Promise<void>;
}

/** /healthz: the process lives. /readyz: it can serve, which a load balancer asks before it sends anyone. */
export const healthRoutes =
  ({ ready }: Health): FastifyPluginCallback =>
  (app, _options, done) => {
    app.get("/healthz", { schema: { hide: true } }, () => ({ status: "ok" }));
    app.get("/readyz", { schema: { hide: true } }, async () => {
      await ready();
      return { status: "ready" };
    });
    done();
  };
