import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { worldForFile } from "../support/shop.ts";
import { documentOf, type OpenApi } from "./document.ts";

const world = worldForFile();
const rules = fileURLToPath(new URL("../../../redocly.yaml", import.meta.url));

/** The linter's findings in each document, with the project's rules, including that each example fits its schema. */
async function complaints(...documents: readonly OpenApi[]): Promise<string[][]> {
  const folder = mkdtempSync(join(tmpdir(), "tributary-openapi-"));
  try {
    const names = documents.map((_, index) => `openapi-${index}.json`);
    for (const [index, name] of names.entries()) writeFileSync(join(folder, name), JSON.stringify(documents[index]));
    copyFileSync(rules, join(folder, "redocly.yaml"));
    return await lint(folder, names);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Report {
  readonly totals: { errors: number; warnings: number };
  readonly problems: { ruleId: string; message: string; location?: { pointer?: string }[] }[];
}

/** In one run: the linter takes long to start. */
async function lint(folder: string, names: readonly string[]): Promise<string[][]> {
  const manifest = createRequire(import.meta.url).resolve("@redocly/cli/package.json");
  const program = join(dirname(manifest), "bin", "cli.js");
  // oxlint-disable-next-line node/no-process-env -- a child process needs the parent's PATH
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const args = [program, "lint", ...names, "--format=json", "--max-problems=1000"];
  // Findings set the exit code; the list is still printed.
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env }).catch(
    (error: unknown) => error as { stdout: string },
  );
  // It prints one object for each document, one after another.
  const reports = JSON.parse(`[${stdout.replaceAll(/^\}\{$/gm, "},{")}]`) as Report[];
  expect(reports).toHaveLength(names.length);
  return reports.map(({ totals, problems }) => {
    expect(totals.errors + totals.warnings).toBe(problems.length);
    return problems.map(({ ruleId, message, location }) => `${ruleId} ${location?.[0]?.pointer ?? ""}: ${message}`);
  });
}

/** A rule, where it is broken, and how. */
const broken: readonly [rule: string, place: string, spoil: (document: OpenApi) => void][] = [
  [
    "no-invalid-schema-examples",
    "#/components/schemas/Conversion/properties/amount/",
    (document) => {
      const field = document.components.schemas["Conversion"]?.properties?.["amount"];
      if (field) field.examples = ["a lot"];
    },
  ],
  [
    "no-invalid-media-type-examples",
    "#/paths/~1v1~1conversions/post/requestBody/content/application~1json/",
    (document) => {
      const media = document.paths["/v1/conversions"]?.["post"]?.requestBody?.content["application/json"];
      if (media) media.example = { campaign_id: 7, external_id: "order-1001" };
    },
  ],
  [
    "no-invalid-media-type-examples",
    "#/webhooks/payout.created/post/requestBody/content/application~1json/",
    (document) => {
      const media = document.webhooks["payout.created"]?.["post"]?.requestBody?.content["application/json"];
      if (media) media.example = { id: "evt_1" };
    },
  ],
  [
    "no-invalid-parameter-examples",
    "#/paths/~1v1~1campaigns/get/parameters/",
    (document) => {
      const limit = document.paths["/v1/campaigns"]?.["get"]?.parameters?.find(({ name }) => name === "limit");
      if (limit) limit.example = "many";
    },
  ],
];

/** The broken places with the schemas that they use. The linter compiles a schema for each example, which takes long. */
function onlyBroken({ paths, webhooks, ...document }: OpenApi): OpenApi {
  const among = <Entry>(entries: Readonly<Record<string, Entry>>, kind: string): Record<string, Entry> => {
    const isBroken = (name: string): boolean =>
      broken.some(([, place]) => place.startsWith(`#/${kind}/${name.replaceAll("/", "~1")}/`));
    return Object.fromEntries(Object.entries(entries).filter(([name]) => isBroken(name)));
  };
  return { ...document, paths: among(paths, "paths"), webhooks: among(webhooks, "webhooks") };
}

describe("the strict linter", () => {
  let inDocument: readonly string[] = ["not run"];
  let inBroken: readonly string[] = [];
  beforeAll(async () => {
    const document = await documentOf(world.app);
    const spoilt = onlyBroken(structuredClone(document));
    for (const [, , spoil] of broken) spoil(spoilt);
    [inDocument = inDocument, inBroken = inBroken] = await complaints(document, spoilt);
  });

  it("has no findings", () => {
    expect(inDocument).toEqual([]);
  });

  it("finds every example that does not fit", () => {
    for (const [rule, place] of broken)
      expect(inBroken).toEqual(expect.arrayContaining([expect.stringContaining(`${rule} ${place}`)]));
  });
});
