import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { worldForFile } from "../support/shop.ts";
import { documentOf, type OpenApi } from "./document.ts";

const world = worldForFile();
const rules = fileURLToPath(new URL("../../../redocly.yaml", import.meta.url));

/** The linter's findings with the project's rules, including that each example fits its schema. */
async function complaints(document: OpenApi): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "tributary-openapi-"));
  try {
    writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
    copyFileSync(rules, join(folder, "redocly.yaml"));
    return await lint(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function lint(folder: string): Promise<string[]> {
  const manifest = createRequire(import.meta.url).resolve("@redocly/cli/package.json");
  const program = join(dirname(manifest), "bin", "cli.js");
  // oxlint-disable-next-line node/no-process-env -- a child process needs the parent's PATH
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const args = [program, "lint", "openapi.json", "--format=json", "--max-problems=1000"];
  // Findings set the exit code; the list is still printed.
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env }).catch(
    (error: unknown) => error as { stdout: string },
  );
  const { totals, problems } = JSON.parse(stdout) as {
    totals: { errors: number; warnings: number };
    problems: { ruleId: string; message: string; location?: { pointer?: string }[] }[];
  };
  expect(totals.errors + totals.warnings).toBe(problems.length);
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location?.[0]?.pointer ?? ""}: ${message}`);
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

describe("the strict linter", () => {
  it("has no findings", async () => {
    expect(await complaints(await documentOf(world.app))).toEqual([]);
  });

  // In one document: the linter takes seconds to start.
  it("finds every example that does not fit", async () => {
    const document = await documentOf(world.app);
    for (const [, , spoil] of broken) spoil(document);
    const found = await complaints(document);
    for (const [rule, place] of broken)
      expect(found).toEqual(expect.arrayContaining([expect.stringContaining(`${rule} ${place}`)]));
  });
});
