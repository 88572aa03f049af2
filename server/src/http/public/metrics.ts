import { timingSafeEqual } from "node:crypto";
import fastifyPlugin from "fastify-plugin";
import type { FastifyPluginCallback, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { AppError } from "../../domain/errors.ts";

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type RequestDurations = Histogram<"method" | "route" | "status">;

export const requestDurations = (registry: Registry): RequestDurations =>
  new Histogram({
    name: "tributary_http_request_duration_seconds",
    help: "Time from request to response.",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });

/** Takes the figures of this process once, and returns what reads those of all processes. */
export type ShareMetrics = (registries: readonly Registry[]) => () => Promise<string>;

const ofThisProcess: ShareMetrics = (registries) => () => Registry.merge([...registries]).metrics();

export interface MetricsOptions {
  readonly registry: Registry;
  /** Default: a process shows its own figures. */
  readonly share?: ShareMetrics | undefined;
  readonly durations: RequestDurations;
  readonly token: string | undefined;
  /** Whether BASE_URL is this machine, so that no proxy forwards outside visitors. */
  readonly isLocal: boolean;
}

/** Once per process: the observers behind these metrics never stop. */
const processRegistry = new Registry();
collectDefaultMetrics({ register: processRegistry });

/**
 * Times every response by route, method and status. Shows the figures to this machine or to the bearer of the token.
 */
const plugin: FastifyPluginCallback<MetricsOptions> = (app, options, done) => {
  const { registry, durations, token, isLocal, share = ofThisProcess } = options;
  new Gauge({
    name: "tributary_processes",
    help: "Processes that share this port and responded to this request.",
    registers: [registry],
  }).set(1);
  const read = share([processRegistry, registry]);
  app.addHook("onResponse", (request, reply, next) => {
    const route = request.routeOptions.url ?? "unknown";
    durations.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    next();
  });
  app.get("/metrics", { schema: { hide: true } }, async (request, reply) => {
    if (!isAllowed(request, { token, isLocal })) throw new AppError("path_not_found");
    return reply.type(registry.contentType).send(await read());
  });
  done();
};
export const metrics = fastifyPlugin(plugin, { name: "metrics" });

function isAllowed(request: FastifyRequest, { token, isLocal }: Pick<MetricsOptions, "token" | "isLocal">): boolean {
  if (token !== undefined) return sameText(request.headers.authorization ?? "", `Bearer ${token}`);
  // Behind a proxy on this machine every visitor comes from loopback, and not every proxy sends forwarding headers.
  if (!isLocal) return false;
  const forwarded = request.headers["x-forwarded-for"] ?? request.headers.forwarded;
  return forwarded === undefined && /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? "");
}

function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
