import type { FastifyError, FastifyInstance } from "fastify";
import { RECEIPT_BYTES_MAX } from "tributary-sdk/limits";
import { AppError } from "../../domain/errors.ts";
import { Inbox } from "../../usecases/connectors/inbox.ts";
import type { Services } from "../../usecases/context.ts";
import { errorHandler, type ErrorReporter } from "../response/errors.ts";

/** Takes any content type as raw bytes, because the signature covers exactly those. */
export const inboxRoute =
  (services: Services, reporter: ErrorReporter) =>
  (app: FastifyInstance, _options: object, ready: () => void): void => {
    const inbox = new Inbox(services, (error) => reporter.report(error, "inbox"));
    app.addHook("onClose", () => inbox.close());
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, bytes, done) => done(null, bytes));
    const handle = errorHandler(reporter);
    app.setErrorHandler((thrown: FastifyError, request, reply) =>
      handle(thrown.code === "FST_ERR_CTP_BODY_TOO_LARGE" ? new AppError("receipt_too_large") : thrown, request, reply),
    );
    app.post<{ Params: { connector_id: string } }>(
      "/in/:connector_id",
      { bodyLimit: RECEIPT_BYTES_MAX, schema: { hide: true } },
      async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await inbox.receive(request.params.connector_id, { headers: request.headers, body });
        return reply
          .header("cache-control", "no-store")
          .type("application/json; charset=utf-8")
          .send('{"success":true}');
      },
    );
    ready();
  };
