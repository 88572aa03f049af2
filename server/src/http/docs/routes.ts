import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { llmsText } from "./llms-text.ts";
import { keepFile, sendKept } from "../response/kept-file.ts";
import { downloadRoutes, readDownloads } from "./downloads.ts";
import { guideNames, guideText, renderLibrary } from "./library.ts";
import type { OpenApiDocument } from "./openapi-document.ts";

const hidden = { schema: { hide: true } };

interface DocsOptions {
  readonly baseUrl: string;
  /** The built pages, which contain the font. */
  readonly webFolder: string;
}

/** /docs, /llms.txt and the downloads. Pages are rendered when the first one is requested. */
export function docsRoutes(app: FastifyInstance, { baseUrl, webFolder }: DocsOptions): void {
  const downloads = readDownloads();
  downloadRoutes(app, downloads);
  let library: ReturnType<typeof renderLibrary> | undefined;
  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    library ??= renderLibrary({ baseUrl, webFolder, downloads, document: app.swagger() as unknown as OpenApiDocument });
    const file = (await library).get(request.url.split("?", 1)[0] ?? "");
    if (!file) {
      reply.callNotFound();
      return reply;
    }
    return sendKept(request, reply, file);
  };
  for (const path of ["/docs", "/docs/:page", "/docs/api/:tag", "/docs/connectors/:page"]) app.get(path, hidden, send);
  const served = guideNames.filter((name) => guideText(name, baseUrl) !== undefined);
  const text = keepFile("text/plain; charset=utf-8", llmsText(baseUrl, served));
  app.get("/llms.txt", hidden, (request, reply) => sendKept(request, reply, text));
}
