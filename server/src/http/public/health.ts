import type { FastifyPluginCallback } from "fastify";
import { AppError } from "../../domain/errors.ts";

export interface Health {
  /** Resolves when the database accepts writes. */
  readonly ready: () => Promise<void>;
  readonly isReadOnly: (error: unknown) => boolean;
}

/** /healthz: the process is alive. /readyz: it can serve requests, for load balancers. */
export const healthRoutes =
  ({ ready, isReadOnly }: Health): FastifyPluginCallback =>
  (app, _options, done) => {
    app.get("/healthz", { schema: { hide: true } }, () => ({ status: "ok" }));
    app.get("/readyz", { schema: { hide: true } }, async () => {
      await ready().catch((error: unknown) => {
        throw isReadOnly(error)
          ? new AppError("database_away", { text: "The database is read-only.", cause: error })
          : error;
      });
      return { status: "ready" };
    });
    done();
  };
