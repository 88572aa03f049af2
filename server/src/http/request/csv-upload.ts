import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../../domain/errors.ts";
import { csvLimits, readCsv, tooLarge, type TableRow } from "../../formats/read-csv.ts";

/** The routes of this plugin take `text/csv`. They read it as a stream, and only once they ask for it. */
export function acceptCsv(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("text/csv", (_request, payload, done) => done(null, payload));
  app.addContentTypeParser("*", (_request, _payload, done) =>
    done(new AppError("unsupported_media_type", { text: "Send the file as text/csv." })),
  );
}

/** The rows of an uploaded CSV file. */
export async function* readCsvUpload(request: FastifyRequest): AsyncGenerator<TableRow, void> {
  const body = request.body instanceof Readable ? request.body : Readable.from([]);
  // Not destroyed when reading stops early: that would cut the connection before the sender has read why.
  const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  try {
    if (Number(request.headers["content-length"] ?? 0) > csvLimits.bytes) throw tooLarge();
    yield* readCsv(chunks);
  } finally {
    // What is left is read and dropped: a sender reads the response once it has sent everything.
    void Promise.resolve(chunks.return?.()).finally(() => body.resume());
  }
}
