import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fastifyStatic } from "@fastify/static";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from "fastify";

/**
 * The paths of the web app; the browser decides which page to show. The build makes one file per area: the same page, with
 * the outline and the preloads of that area.
 */
const SIGNED_OUT = "index.html";
const PATHS: readonly (readonly [file: string, paths: readonly string[]])[] = [
  [SIGNED_OUT, ["/", "/signin", "/signup", "/reset/:token"]],
  ["dashboard.html", ["/dashboard", "/dashboard/*"]],
  ["portal.html", ["/portal", "/portal/*"]],
];
/** Of test people. The page decides from its path whose session it loads, and so must its preload. */
const TEST_PATHS = ["/test/portal", "/test/portal/*"];

const NONCE_BYTES = 16;
const NONCE_PLACE = "__CSP_NONCE__";

/** Serves the web app built in this folder. Without a build, the same paths say what to do. */
export const pageRoutes =
  (folder: string): FastifyPluginAsync =>
  async (app) => {
    if ((await readPage(folder, SIGNED_OUT)) !== undefined) await fileRoutes(app, folder);
    for (const [file, paths] of PATHS) {
      const send = await pageSender(folder, file);
      for (const path of paths) app.get(path, { schema: { hide: true } }, (_request, reply) => send(reply));
    }
    const sendTest = await pageSender(folder, "portal.html", (page) =>
      page.replaceAll('"/api/session"', '"/test/api/session"'),
    );
    for (const path of TEST_PATHS) app.get(path, { schema: { hide: true } }, (_request, reply) => sendTest(reply));
  };

/** Sends the built page from this folder, or a message that the pages are not built. */
export async function pageSender(
  folder: string,
  file = SIGNED_OUT,
  edit = (page: string) => page,
): Promise<(reply: FastifyReply) => FastifyReply> {
  const read = await readPage(folder, file);
  if (read === undefined) return sendNotBuilt;
  const page = edit(read);
  const scripts = inlineScripts(page);
  return (reply) => sendPage(reply, page, scripts);
}

async function readPage(folder: string, file: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, file), "utf8");
  } catch {
    return undefined;
  }
}

/** The hashes of the scripts written into the page, for its policy: exactly these may run, and no other. */
const inlineScripts = (page: string): string =>
  [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^<]*)<\/script>/g)]
    .map(([, script = ""]) => ` 'sha256-${createHash("sha256").update(script).digest("base64")}'`)
    .join("");

/**
 * The built files by their exact names; any other path is unknown. All assets share one route, because hundreds of
 * routes slow down the start.
 */
async function fileRoutes(app: FastifyInstance, folder: string): Promise<void> {
  const served = { method: ["GET", "HEAD"], schema: { hide: true } };
  const assets = new Set(await namesIn(join(folder, "assets")));
  await app.register(fastifyStatic, sendOptions(folder));
  for (const name of await namesIn(folder))
    app.route({ ...served, url: `/${name}`, handler: (_request, reply) => reply.sendFile(name) });
  app.route<{ Params: { name: string } }>({
    ...served,
    url: "/assets/:name",
    handler: ({ params: { name } }, reply) =>
      assets.has(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound(),
  });
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  return files.filter((name) => !/\.(html|br|gz)$/.test(name));
}

/**
 * File names under assets/ change with their contents, so those may be cached forever. Everything else is revalidated.
 */
const sendOptions = (folder: string) => ({
  root: folder,
  serve: false,
  preCompressed: true,
  cacheControl: false,
  setHeaders: (reply: { header(name: string, value: string): unknown }, path: string) => {
    const kept = path.includes("/assets/");
    reply.header("cache-control", kept ? "public, max-age=31536000, immutable" : "no-cache");
  },
});

/**
 * The component library writes its theme into <style> elements, which carry this response's nonce; scripts come from
 * our own files, apart from the page's own inline script. Never cached, because a nonce must not be shared.
 */
function sendPage(reply: FastifyReply, page: string, scripts: string): FastifyReply {
  const nonce = randomBytes(NONCE_BYTES).toString("base64");
  return reply
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("content-security-policy", policy(`'self' 'nonce-${nonce}'`, scripts))
    .send(page.replaceAll(NONCE_PLACE, nonce));
}

const policy = (styles: string, scripts = ""): string =>
  [
    "default-src 'self'",
    `script-src 'self'${scripts}`,
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

const SERVICE_UNAVAILABLE = 503;

const sendNotBuilt = (reply: FastifyReply): FastifyReply =>
  reply
    .code(SERVICE_UNAVAILABLE)
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("content-security-policy", policy("'self'"))
    .send(NOT_BUILT);

const NOT_BUILT = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Tributary: the dashboard is not built</title>
  </head>
  <body>
    <main>
      <h1>The dashboard is not built</h1>
      <p>The service and its API are running, but the dashboard's files are missing. Run <code>npm run build</code> in the
        Tributary folder, then restart it.</p>
      <p><a href="/docs">API documentation</a></p>
    </main>
  </body>
</html>
`;
