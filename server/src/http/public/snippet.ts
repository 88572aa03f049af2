import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { FastifyPluginCallback } from "fastify";

const FILE = new URL("../../../assets/t.js", import.meta.url);

/** `/t.js`, the script for merchants' shops. */
export const snippetRoute: FastifyPluginCallback = (app, _options, ready) => {
  const script = withoutComments(readFileSync(FILE, "utf8"));
  const zipped = gzipSync(script, { level: 9 });
  const etag = `"${createHash("sha256").update(script).digest("base64url").slice(0, 16)}"`;
  app.get("/t.js", { schema: { hide: true } }, (request, reply) => {
    void reply
      .header("content-type", "text/javascript; charset=utf-8")
      .header("cache-control", "public, max-age=3600")
      .header("vary", "accept-encoding")
      .header("etag", etag)
      // Other sites load it, and may check it with `integrity`.
      .header("cross-origin-resource-policy", "cross-origin")
      .header("access-control-allow-origin", "*");
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    if (!/\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) return reply.send(script);
    return reply.header("content-encoding", "gzip").send(zipped);
  });
  ready();
};

/** Removes whole lines only, so it need not parse JavaScript. */
function withoutComments(source: string): string {
  const lines = source.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("//")).join("\n");
}
