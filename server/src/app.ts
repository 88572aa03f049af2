import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Registry } from "prom-client";
import sql from "sql-template-tag";
import type { Config } from "./config.ts";
import { DatabaseAway, type Db } from "./db/database.ts";
import type { RateLimiter } from "./domain/rate-limit.ts";
import { buildServer } from "./http/server.ts";
import { databaseRateLimiter } from "./store/rate-windows.ts";
import type { Clock } from "./system/clock.ts";
import type { Log } from "./system/log.ts";
import { MemoryRateLimiter } from "./system/memory-rate-limiter.ts";
import { passwords } from "./system/passwords.ts";
import { random } from "./system/random.ts";
import type { Services } from "./usecases/context.ts";

export interface AppParts {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** Encrypts what the database must not show. */
  readonly secretKey: Uint8Array;
}
export interface App {
  readonly http: FastifyInstance;
  /** Answers what is in flight and takes nothing new. */
  close(): Promise<void>;
}

/** The composition root: the one file that knows every part. */
export async function buildApp({ config, db, clock, log }: AppParts): Promise<App> {
  const services = buildServices({ config, db, clock });
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const http = await buildServer({
    services,
    registry,
    metricsToken: config.metricsToken,
    trustedProxies: config.trustedProxies,
    reporter: {
      isDatabaseAway: (error) => error instanceof DatabaseAway,
      report: (error, requestId) => log.error({ err: error, requestId }, "a request failed"),
    },
    health: {
      ready: async () => {
        await db.query(sql`select 1`);
      },
    },
  });
  return { http, close: () => http.close() };
}

export function buildServices({ config, db, clock }: Pick<AppParts, "config" | "db" | "clock">): Services {
  const { baseUrl, signup, defaultPlan } = config;
  return { db, clock, random, passwords, limiter: limiterFor(config, db, clock), settings: { baseUrl, signup, defaultPlan } };
}

/** One process owns the embedded database, so its memory is exact; several may share one by DATABASE_URL, so the database counts. */
function limiterFor(config: Config, db: Db, clock: Clock): RateLimiter {
  return config.databaseUrl === undefined ? new MemoryRateLimiter(clock) : databaseRateLimiter(db, clock);
}
