import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { keepFile, sendKept, type KeptFile } from "../response/kept-file.ts";

/** Built by build-downloads.mjs. */
const FOLDER = new URL("../../../dist/downloads/", import.meta.url);
const SDK_PACKAGE = new URL("../../../../sdk/package.json", import.meta.url);
const SERVICE_UNAVAILABLE = 503;

const TYPES = {
  "sdk.tgz": "application/gzip",
  "verify-statement.mjs": "text/javascript; charset=utf-8",
} as const;
type Name = keyof typeof TYPES;

export interface Downloads {
  readonly sdkVersion: string;
  /** Undefined if `npm run build` has not been run. */
  readonly files: Readonly<Record<Name, KeptFile | undefined>>;
}

export function readDownloads(): Downloads {
  const { version } = JSON.parse(readFileSync(SDK_PACKAGE, "utf8")) as { version: string };
  return {
    sdkVersion: version,
    files: { "sdk.tgz": keptIfBuilt("sdk.tgz"), "verify-statement.mjs": keptIfBuilt("verify-statement.mjs") },
  };
}

function keptIfBuilt(name: Name): KeptFile | undefined {
  try {
    return keepFile(TYPES[name], readFileSync(new URL(name, FOLDER)));
  } catch {
    return undefined;
  }
}

/** /sdk.tgz and /verify-statement.mjs: always of this server's version. */
export function downloadRoutes(app: FastifyInstance, { files }: Downloads): void {
  for (const name of Object.keys(TYPES) as Name[])
    app.get(`/${name}`, { schema: { hide: true } }, (request, reply) => {
      const file = files[name];
      if (file) return sendKept(request, reply, file);
      return reply
        .code(SERVICE_UNAVAILABLE)
        .type("text/plain; charset=utf-8")
        .send(`${name} is not built. Run npm run build in the Tributary folder, then restart.\n`);
    });
}
