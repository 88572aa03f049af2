import { existsSync, readFileSync } from "node:fs";
import type { FastifyPluginCallback } from "fastify";
import { keepFile, sendKept } from "../response/kept-file.ts";

/** Minified by build-downloads.mjs. */
const BUILT = new URL("../../../dist/downloads/t.js", import.meta.url);
const SOURCE = new URL("../../../assets/t.js", import.meta.url);

/** `/t.js`, the script for merchants' shops. */
export const snippetRoute: FastifyPluginCallback = (app, _options, ready) => {
  const script = keepFile("text/javascript; charset=utf-8", readFileSync(existsSync(BUILT) ? BUILT : SOURCE));
  app.get("/t.js", { schema: { hide: true } }, (request, reply) => {
    void reply
      .header("cache-control", "public, max-age=3600")
      // Other sites load it, and may check it with `integrity`.
      .header("cross-origin-resource-policy", "cross-origin")
      .header("access-control-allow-origin", "*");
    return sendKept(request, reply, script);
  });
  ready();
};
