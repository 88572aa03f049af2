import fastifyPlugin from "fastify-plugin";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { AppError } from "../../domain/errors.ts";
import type { Inbox } from "../../usecases/connectors/inbox.ts";
import { merchantOf } from "./authenticate.ts";
import { testAccountRoutes } from "./test-accounts.ts";
import { clockRoutes } from "./test-clock.ts";
import { testReceiptRoutes } from "./test-receipts.ts";
import { testSaleRoutes } from "./test-sales.ts";
import { testSettingRoutes } from "./test-settings.ts";
import { eventRoutes } from "./test-events.ts";

// They share one context, because creating one for each slows down the start.
const parts = [clockRoutes, testSaleRoutes, testSettingRoutes, testReceiptRoutes, testAccountRoutes, eventRoutes].map(
  (part) => fastifyPlugin<{ inbox: Inbox }>(part),
);

/** Only for keys of test accounts. For a live key none of these paths exists. */
export const testRoutes: FastifyPluginAsyncZod<{ inbox: Inbox }> = async (app, { inbox }) => {
  app.addHook("onRequest", (request, _reply, done) => {
    done(merchantOf(request).twin === null ? new AppError("path_not_found") : undefined);
  });
  for (const part of parts) await app.register(part, { inbox });
};
