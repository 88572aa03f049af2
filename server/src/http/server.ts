import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { fastifyCookie } from "@fastify/cookie";
import fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Registry } from "prom-client";
import { errorTexts } from "../domain/errors.ts";
import type { Services } from "../usecases/context.ts";
import { CONNECTION_LIMITS, hangUp, limitedServer, type ConnectionLimits } from "./connections.ts";
import { DASHBOARD_PREFIX, dashboardRoutes } from "./dashboard/routes.ts";
import { docsRoutes } from "./docs/routes.ts";
import type { LinkHandler } from "./links/plain-exchange.ts";
import { documentApi } from "./openapi/documentation.ts";
import { applicationRoutes } from "./portal/applications.ts";
import { invitationRoutes } from "./portal/invitations.ts";
import { PORTAL_PREFIX, portalRoutes } from "./portal/routes.ts";
import { healthRoutes, type Health } from "./public/health.ts";
import { InboxEndpoint } from "./public/inbox.ts";
import { invitePage } from "./public/invite-page.ts";
import { metrics, requestDurations, type ShareMetrics } from "./public/metrics.ts";
import { pageRoutes } from "./public/pages.ts";
import { redirectRoute } from "./public/redirects.ts";
import { logoRoutes } from "./public/logos.ts";
import { scriptCheckRoute } from "./public/script-check.ts";
import { snippetRoute } from "./public/snippet.ts";
import { statementKeyRoutes } from "./public/statement-keys.ts";
import { unsubscribePage } from "./public/unsubscribe.ts";
import { acceptJsonOnly } from "./request/json-body.ts";
import { errorHandler, type ErrorReporter } from "./response/errors.ts";
import { securityHeaders } from "./response/security-headers.ts";
import { pageNotFound, pathNotFound } from "./public/not-found.ts";
import { endTurns } from "./session/limit-requests.ts";
import { sessionRoutes } from "./session/routes.ts";
import { withoutTestPrefix } from "./session/test-world.ts";
import { v1Routes } from "./v1/routes.ts";

export interface ServerOptions {
  readonly services: Services;
  readonly reporter: ErrorReporter;
  readonly health: Health;
  readonly registry: Registry;
  readonly metricsToken: string | undefined;
  readonly shareMetrics?: ShareMetrics | undefined;
  readonly trustedProxies: readonly string[];
  /** The API, the pages and their routes: the role `http`. */
  readonly servesPages: boolean;
  /** Undefined if this process serves no tracking links. */
  readonly redirects: LinkHandler | undefined;
  /** For tests, which cannot wait for the default limits. */
  readonly connectionLimits?: ConnectionLimits | undefined;
}

const BODY_MAX_BYTES = 65_536;
// Longer than request headers can be, so an ID of any length reaches its route and is unknown there.
const PARAM_MAX_LENGTH = 65_536;

export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { services, redirects, connectionLimits = CONNECTION_LIMITS } = options;
  const durations = requestDurations(options.registry);
  const inbox = options.servesPages
    ? new InboxEndpoint({ services, reporter: options.reporter, durations })
    : undefined;
  const app = fastify({
    serverFactory: limitedServer(connectionLimits, {
      links: redirects,
      webhooks: inbox?.handle,
      now: () => services.clock.now(),
    }),
    logger: false,
    // On a busy machine ten seconds are not enough, and a slow start must not fail.
    pluginTimeout: 0,
    bodyLimit: BODY_MAX_BYTES,
    forceCloseConnections: "idle",
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    genReqId: () => services.random.requestId(),
    rewriteUrl: (request) => withoutTestPrefix(decodable(request.url ?? "/")),
    routerOptions: { maxParamLength: PARAM_MAX_LENGTH },
    clientErrorHandler: rejectBrokenRequest(services, connectionLimits),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(errorHandler(options.reporter));
  app.setNotFoundHandler(options.servesPages ? await pageNotFound(WEB_FOLDER) : pathNotFound);
  const fixed = securityHeaders(services.settings.baseUrl);
  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id).headers(fixed);
    done();
  });
  acceptJsonOnly(app);
  endTurns(app);
  // Its parser and serializer work only after registration.
  await app.register(fastifyCookie);
  await app.register(part(metrics), {
    registry: options.registry,
    durations,
    token: options.metricsToken,
    share: options.shareMetrics,
    isLocal: LOOPBACK.has(new URL(services.settings.baseUrl).hostname),
  });
  await app.register(part(healthRoutes(options.health)));
  if (redirects) {
    await app.register(part(redirectRoute(redirects)));
    await app.register(part(snippetRoute));
    await app.register(part(scriptCheckRoute(services)));
  }
  if (inbox) {
    await app.register(part(inbox.route));
    await registerApi(app, options);
  }
  return app;
}

/** Without a name, the framework searches all loaded modules for each plugin, which slows down the start. */
const part = <Plugin extends object>(plugin: Plugin): Plugin =>
  Object.assign(plugin, { [Symbol.for("fastify.display-name")]: "part" });

/** Everything for people and API clients. A process that only redirects has none of it. */
async function registerApi(app: FastifyInstance, { services, reporter }: ServerOptions): Promise<void> {
  await documentApi(app, services.settings.baseUrl);
  docsRoutes(app, { baseUrl: services.settings.baseUrl, webFolder: WEB_FOLDER });
  await app.register(part(v1Routes(services, reporter)), { prefix: "/v1" });
  await app.register(part(sessionRoutes(services)));
  await app.register(part(statementKeyRoutes(services)));
  await app.register(part(logoRoutes(services)));
  await app.register(part(invitationRoutes(services)));
  await app.register(part(applicationRoutes(services)));
  await app.register(part(invitePage(services, WEB_FOLDER)));
  await app.register(part(unsubscribePage(services)));
  await app.register(part(portalRoutes(services)), { prefix: PORTAL_PREFIX });
  await app.register(part(dashboardRoutes(services)), { prefix: DASHBOARD_PREFIX });
  await app.register(part(pageRoutes(WEB_FOLDER)));
}

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);
const WEB_FOLDER = fileURLToPath(new URL("../../../web/dist", import.meta.url));

/** A path with invalid percent-encoding is looked up literally, like any unknown ID. */
function decodable(url: string): string {
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return url;
  } catch {
    return url.replaceAll("%", "%25");
  }
}

const BROKEN_STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Incomplete or invalid HTTP never reaches a route: it gets its error here, and the connection is closed. */
const rejectBrokenRequest =
  ({ random }: Services, limits: ConnectionLimits) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    const id = random.requestId();
    const body = JSON.stringify({ error: errorTexts.invalid_request, code: "invalid_request", request_id: id });
    const status = BROKEN_STATUS[error.code ?? ""] ?? "400 Bad Request";
    const headers = `x-request-id: ${id}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`;
    hangUp(socket, `HTTP/1.1 ${status}\r\n${headers}\r\nconnection: close\r\n\r\n${body}`, limits);
  };
