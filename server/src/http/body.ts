import type { FastifyInstance } from "fastify";
import { AppError } from "../domain/errors.ts";

/** JSON or nothing: a body of no bytes is no body, whatever content type a client puts on it. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else void parseJson(request, String(body), done);
  });
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") done(null, undefined);
    else done(new AppError("unsupported_media_type"));
  });
}
