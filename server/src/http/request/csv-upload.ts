import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../../domain/errors.ts";
import { csvLimits, readCsv, tooLarge, type TableRow } from "../../formats/read-csv.ts";

/** Makes the routes of this plugin accept `text/csv`, as a stream that is read on demand. */
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
  // Not destroyed when reading stops early: that would close the connection before the sender has read the response.
  const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  try {
    if (Number(request.headers["content-length"] ?? 0) > csvLimits.bytes) throw tooLarge();
    yield* readCsv(chunks);
  } finally {
    // The rest is read and discarded, because a sender reads the response only after sending everything.
    void Promise.resolve(chunks.return?.()).finally(() => body.resume());
  }
}
