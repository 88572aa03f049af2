/** One violation per file, with the expected report. File names say where they are. */
export interface Banned {
  readonly file: string;
  readonly source: string;
  readonly rule: string;
}

const imports: Record<string, string[]> = {
  "sdk/src": ["../../server/src/domain/a.ts", "../../web/src/a.ts", "zod", "node:fs/promises"],
  "sdk/src/outbox": ["../../../server/src/domain/a.ts", "zod", "node:child_process"],
  "server/src/domain": [
    "../store/a.ts",
    "../usecases/a.ts",
    "../db/a.ts",
    "../system/a.ts",
    "../http/a.ts",
    "../config.ts",
    "../formats/a.ts",
    "pg",
    "node:fs",
  ],
  "server/src/formats": ["../store/a.ts", "../db/a.ts", "../system/a.ts", "../usecases/a.ts", "../http/a.ts", "pg"],
  "server/src/connectors": [
    "../store/a.ts",
    "../db/a.ts",
    "../system/a.ts",
    "../usecases/a.ts",
    "../http/a.ts",
    "pg",
    "stripe",
  ],
  "server/src/system": ["../usecases/a.ts", "../store/a.ts", "../db/a.ts", "../formats/a.ts"],
  "server/src/db": ["../domain/a.ts", "../store/a.ts", "../system/a.ts"],
  "server/src/store": ["../usecases/a.ts", "../http/a.ts", "../system/a.ts", "../deliverer/a.ts", "pg", "fastify"],
  "server/src/usecases": [
    "../http/a.ts",
    "../db/a.ts",
    "../system/a.ts",
    "../deliverer/a.ts",
    "../config.ts",
    "../app.ts",
    "pg",
    "fastify",
    "undici",
  ],
  "server/src/deliverer": [
    "../usecases/a.ts",
    "../usecases/audit/a.ts",
    "../http/a.ts",
    "../db/a.ts",
    "../system/a.ts",
    "pg",
    "sql-template-tag",
    "fastify",
  ],
  "server/src/redirector": ["../store/a.ts", "../db/a.ts", "../http/a.ts", "fastify", "undici"],
  "server/src/jobs": ["../store/a.ts", "../db/a.ts", "../http/a.ts", "undici"],
  "server/src/cli": ["../store/a.ts", "../http/a.ts", "../deliverer/a.ts"],
  "server/src/http": [
    "../connectors/a.ts",
    "../store/a.ts",
    "../db/a.ts",
    "../system/a.ts",
    "../deliverer/a.ts",
    "../config.ts",
    "../app.ts",
    "tributary-sdk",
    "pg",
    "sql-template-tag",
  ],
  "web/src": ["../../server/src/domain/a.ts"],
};
const bannedImports: Banned[] = Object.entries(imports).flatMap(([folder, sources]) =>
  sources.map((source, index) => ({
    file: `${folder}/import-${index}.ts`,
    source: `import { a } from "${source}";\nexport const b = a;\n`,
    rule: "house(imports)",
  })),
);

const inDomain = (name: string, source: string, rule: string): Banned => ({
  file: `server/src/domain/${name}.ts`,
  source,
  rule,
});
const inHttp = (name: string, source: string, rule: string): Banned => ({
  file: `server/src/http/${name}.ts`,
  source,
  rule,
});

/** Every form of import, including type-only ones. */
const formsOfImport: Banned[] = [
  inHttp("as-type", `import type { A } from "../store/a.ts";\nexport type B = A;\n`, "house(imports)"),
  inHttp("as-inline-type", `import { type A } from "../store/a.ts";\nexport type B = A;\n`, "house(imports)"),
  inHttp("handed-on", `export { a } from "../store/a.ts";\n`, "house(imports)"),
  inHttp("all-handed-on", `export * from "../store/a.ts";\n`, "house(imports)"),
  inHttp("for-effect", `import "../store/a.ts";\n`, "house(imports)"),
  inHttp("when-needed", `export const load = () => import("../store/a.ts");\n`, "house(imports)"),
  inHttp("type-of-module", `export type B = import("../store/a.ts").A;\n`, "house(imports)"),
  {
    file: "server/src/usecases/half-type.ts",
    source: `import { a, type A } from "../db/a.ts";\nexport const b: A = a;\n`,
    rule: "house(imports)",
  },
  {
    file: "server/src/domain/sdk-value.ts",
    source: `import { a } from "tributary-sdk";\nexport const b: unknown = a;\n`,
    rule: "house(imports)",
  },
];

const bannedThings: Banned[] = [
  inDomain("new-date", "export const at = new Date();\n", "house(no-ambient-clock)"),
  inDomain("date-call", "export const at = Date();\n", "house(no-ambient-clock)"),
  inDomain("date-now", "export const at = Date.now();\n", "eslint(no-restricted-properties)"),
  inDomain("date-now-taken", "const { now } = Date;\nexport const at = now();\n", "eslint(no-restricted-properties)"),
  inDomain("math-random", "export const chance = Math.random();\n", "eslint(no-restricted-properties)"),
  inHttp("process-env", `export const port = process.env["PORT"];\n`, "node(no-process-env)"),
  inHttp("process", "export const pid = process.pid;\n", "eslint(no-restricted-globals)"),
  inHttp("env-taken", "export const { env } = process;\n", "eslint(no-restricted-globals)"),
  inHttp("global-process", "export const pid = globalThis.process.pid;\n", "eslint(no-restricted-globals)"),
  inHttp(
    "env-imported",
    `import { env } from "node:process";\nexport const port = env["PORT"];\n`,
    "eslint(no-restricted-imports)",
  ),
  inHttp(
    "env-imported-old",
    `import { env } from "process";\nexport const port = env["PORT"];\n`,
    "eslint(no-restricted-imports)",
  ),
  { file: "server/src/serve.ts", source: `export const port = process.env["PORT"];\n`, rule: "node(no-process-env)" },
  inHttp("fetch", `export const got = () => fetch("https://shop.example/");\n`, "eslint(no-restricted-globals)"),
  inHttp(
    "global-fetch",
    `export const got = () => globalThis.fetch("https://shop.example/");\n`,
    "eslint(no-restricted-globals)",
  ),
  inHttp(
    "undici",
    `import { request } from "undici";\nexport const got: unknown = request;\n`,
    "eslint(no-restricted-imports)",
  ),
  inHttp(
    "https",
    `import { get } from "node:https";\nexport const got: unknown = get;\n`,
    "eslint(no-restricted-imports)",
  ),
  {
    file: "server/src/cli/fetch.ts",
    source: `export const got = () => fetch("https://shop.example/");\n`,
    rule: "eslint(no-restricted-globals)",
  },
  {
    file: "server/src/system/fetch.ts",
    source: `export const got = () => fetch("https://shop.example/");\n`,
    rule: "eslint(no-restricted-globals)",
  },
  {
    file: "web/src/dashboard/fetch.ts",
    source: `export const got = () => fetch("/api/session");\n`,
    rule: "eslint(no-restricted-globals)",
  },
  inDomain("any", "export const open = (thing: any): unknown => thing;\n", "typescript(no-explicit-any)"),
  inDomain("bang", "export const first = (list: string[]): string => list[0]!;\n", "typescript(no-non-null-assertion)"),
  inDomain("default", "export default function nameless(): void {}\n", "import(no-default-export)"),
  inDomain(
    "floating",
    "const later = async (): Promise<void> => {};\nexport function now(): void {\n  later();\n}\n",
    "typescript(no-floating-promises)",
  ),
  inDomain(
    "misused",
    "const later = async (): Promise<boolean> => true;\nexport const yes = (): number => (later() ? 1 : 0);\n",
    "typescript(no-misused-promises)",
  ),
  inDomain(
    "switch",
    `export function worth(coin: "head" | "tail"): number {\n  switch (coin) {\n    case "head":\n      return 1;\n  }\n  return 0;\n}\n`,
    "typescript(switch-exhaustiveness-check)",
  ),
  inDomain("type-as-value", `import { A } from "./a.ts";\nexport type B = A;\n`, "typescript(consistent-type-imports)"),
  inDomain(
    "cycle",
    `import { back } from "./cycle-back.ts";\nexport const there = (): unknown => back;\n`,
    "import(no-cycle)",
  ),
  inDomain("equal", "export const same = (a: unknown, b: unknown): boolean => a == b;\n", "eslint(eqeqeq)"),
  inDomain("long", `${"// One line more.\n".repeat(300)}export const a = 1;\n`, "eslint(max-lines)"),
  inDomain(
    "params",
    "export const sum = (a: number, b: number, c: number, d: number): number => a + b + c + d;\n",
    "eslint(max-params)",
  ),
  inDomain(
    "deep",
    "export function deep(a: boolean): number {\n  if (a) {\n    if (!a) {\n      if (a) {\n        if (!a) return 1;\n      }\n    }\n  }\n  return 0;\n}\n",
    "eslint(max-depth)",
  ),
  inDomain("idle-excuse", "// oxlint-disable-next-line eqeqeq\nexport const a = 1;\n", "unused directive"),
];

export const banned: Banned[] = [...bannedImports, ...formsOfImport, ...bannedThings];
