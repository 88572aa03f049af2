import { isUtf8 } from "node:buffer";
import type { FastifyInstance } from "fastify";
import { AppError } from "../../domain/errors.ts";

const MEDIA_TYPE = /^[^\s/;]+\/[^\s/;]+/;

/** Accepts JSON only. An empty body counts as no body, regardless of its content type. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addHook("onRequest", (request, _reply, done) => {
    // The framework would reject an invalid content type even on an empty body.
    const { headers } = request;
    const isEmpty = (headers["content-length"] ?? "0") === "0" && headers["transfer-encoding"] === undefined;
    if (isEmpty) delete headers["content-type"];
    // A chunked body shows only at its end whether it is empty.
    else if (!MEDIA_TYPE.test(headers["content-type"] ?? "")) headers["content-type"] = "application/octet-stream";
    done();
  });
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, bytes: Buffer, done) => {
    if (bytes.length === 0) done(null, undefined);
    // Otherwise the stored bytes would differ from those that were sent, and two order IDs could become one.
    else if (!isUtf8(bytes)) done(new AppError("malformed_json"));
    else void parseJson(request, bytes.toString("utf8"), done);
  });
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, bytes, done) => {
    if (bytes.length === 0) done(null, undefined);
    else done(new AppError("unsupported_media_type"));
  });
}
