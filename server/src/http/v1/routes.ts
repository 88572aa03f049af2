import type { FastifyInstance } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { AppError } from "../../domain/errors.ts";
import { Inbox } from "../../usecases/connectors/inbox.ts";
import type { Services } from "../../usecases/context.ts";
import { KeyAuthenticator } from "../../usecases/keys/key-authenticator.ts";
import { RefusedCallLog } from "../../usecases/refused-calls/refused-call-log.ts";
import { TwinClocks } from "../../usecases/twins/twin-clocks.ts";
import type { ErrorReporter } from "../response/errors.ts";
import { affiliateRoutes } from "./affiliates.ts";
import { authenticateKey } from "./authenticate.ts";
import { campaignRoutes } from "./campaigns.ts";
import { couponRoutes } from "./coupons.ts";
import { previewRoutes } from "./commission-preview.ts";
import { conversionRoutes } from "./conversions.ts";
import { refundRoutes } from "./refunds.ts";
import { groupRoutes } from "./groups.ts";
import { planRoutes } from "./plans.ts";
import { noteRefusedCall } from "./refused-calls.ts";
import { testRoutes } from "./test-mode.ts";

// They share the API's context, because creating one for each slows down the start.
const parts = [
  campaignRoutes,
  affiliateRoutes,
  planRoutes,
  groupRoutes,
  couponRoutes,
  conversionRoutes,
  previewRoutes,
  refundRoutes,
].map((part) => fastifyPlugin(part));

/** For sample events of test accounts. Signatures are checked in real time, as they are outside of the API. */
function inboxOf(app: FastifyInstance, services: Services, reporter: ErrorReporter): Inbox {
  const inbox = new Inbox(services, {
    isDatabaseUnavailable: (error) => reporter.isDatabaseUnavailable(error),
    onError: (error) => reporter.report(error, "inbox"),
  });
  app.addHook("onClose", () => inbox.close());
  return inbox;
}

/** The public API. Its 404 requires a key too, so nobody can probe its paths without one. */
export const v1Routes =
  (services: Services, reporter: ErrorReporter): FastifyPluginAsyncZod =>
  async (app) => {
    const log = new RefusedCallLog(services, (error) => {
      if (!reporter.isDatabaseUnavailable(error)) reporter.report(error, "refused-calls");
    });
    app.decorateRequest("merchant", null);
    app.decorateRequest("caller", null);
    app.addHook(
      "onRequest",
      authenticateKey(services, { keys: new KeyAuthenticator(services), clocks: new TwinClocks() }),
    );
    // Before its body is read, like the paths of test mode for a live key: nothing tells them apart.
    app.addHook("onRequest", (request, _reply, done) => {
      done(request.is404 ? new AppError("path_not_found") : undefined);
    });
    app.addHook("onResponse", noteRefusedCall(services, log));
    app.addHook("onClose", () => log.close());
    app.setNotFoundHandler(() => {
      throw new AppError("path_not_found");
    });
    for (const part of parts) await app.register(part);
    await app.register(testRoutes, { prefix: "/test", inbox: inboxOf(app, services, reporter) });
  };
