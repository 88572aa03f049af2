import { isUtf8 } from "node:buffer";
import type { FastifyInstance } from "fastify";
import { AppError } from "../../domain/errors.ts";

/** JSON or nothing: a body of no bytes is no body, whatever content type a client puts on it. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addHook("onRequest", (request, _reply, done) => {
    // The framework refuses a content type that is none before it looks whether there is anything to parse.
    const { headers } = request;
    const isEmpty = (headers["content-length"] ?? "0") === "0" && headers["transfer-encoding"] === undefined;
    if (isEmpty) delete headers["content-type"];
    done();
  });
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, bytes: Buffer, done) => {
    if (bytes.length === 0) done(null, undefined);
    // Else other bytes than those that were sent would be stored, and two order ids could become one.
    else if (!isUtf8(bytes)) done(new AppError("malformed_json"));
    else void parseJson(request, bytes.toString("utf8"), done);
  });
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, bytes, done) => {
    if (bytes.length === 0) done(null, undefined);
    else done(new AppError("unsupported_media_type"));
  });
}
