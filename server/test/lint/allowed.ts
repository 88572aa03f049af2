const a = "export const a = 1;\nexport type A = number;\n";
const folders = [
  "domain",
  "store",
  "usecases",
  "formats",
  "db",
  "system",
  "http",
  "deliverer",
  "redirector",
  "jobs",
  "cli",
];
const uses = (source: string): string => `import { a } from "${source}";\nexport const b: unknown = a;\n`;
const usesType = (source: string): string => `import type { A } from "${source}";\nexport type B = A;\n`;

/** Code that the linter must allow, by file. */
export const allowed: Record<string, string> = {
  ...Object.fromEntries(folders.map((folder) => [`server/src/${folder}/a.ts`, a])),
  "server/src/domain/cycle-back.ts": `import { there } from "./cycle.ts";\nexport const back: unknown = there;\n`,
  "server/src/app.ts": a,
  "server/src/config.ts": `${a}export const port = process.env["PORT"];\n`,
  "web/src/a.ts": a,
  "sdk/src/index.ts": a,
  "server/src/domain/good.ts": `${uses("./a.ts")}export const at = (ms: number): Date => new Date(ms);\n`,
  "server/src/domain/sdk-type.ts": usesType("tributary-sdk"),
  "server/src/domain/sdk-values.ts": uses("tributary-sdk/limits"),
  "server/src/formats/good.ts": uses("../domain/a.ts"),
  "server/src/system/rule.ts": uses("../domain/a.ts"),
  "server/src/usecases/formats.ts": uses("../formats/a.ts"),
  "server/src/store/good.ts": uses("../db/a.ts"),
  "server/src/usecases/good.ts": uses("../store/a.ts"),
  "server/src/usecases/clock-type.ts": usesType("../system/a.ts"),
  "server/src/usecases/db-type.ts": usesType("../db/a.ts"),
  "server/src/http/good.ts": uses("../usecases/a.ts"),
  "server/src/http/framework.ts": `import { fastify } from "fastify";\nexport const app: unknown = fastify;\n`,
  "server/src/system/good.ts":
    "export const now = (): Date => new Date();\nexport const ms = (): number => Date.now() + Math.random();\n",
  "server/src/deliverer/good.ts": `export const send = (url: string): Promise<unknown> => fetch(url);\n`,
  "server/src/usecases/audit/audit.ts": a,
  "server/src/db/database-unavailable.ts": a,
  "server/src/deliverer/audited.ts": uses("../usecases/audit/audit.ts"),
  "server/src/deliverer/database-unavailable.ts": uses("../db/database-unavailable.ts"),
  "server/src/deliverer/client.ts": `import { request } from "undici";\nexport const send: unknown = request;\n`,
  "server/src/db/good.ts": "export const pid = (): number => process.pid;\n",
  "server/src/cli/good.ts": `${uses("../usecases/a.ts")}export const words = (): string[] => process.argv;\n`,
  "sdk/src/good.ts": `export const send = (url: string): Promise<unknown> => fetch(url);\n`,
  "web/src/api/good.ts": `export const send = (url: string): Promise<unknown> => fetch(url);\n`,
  "server/test/good.ts": "export const at = new Date();\nexport const ms = Date.now();\n",
  "vite.config.ts": "export default {};\n",
};
