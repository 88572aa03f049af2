import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type * as sdk from "tributary-sdk";
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import type { z } from "zod";
import type { refusalsOf } from "../../server/src/http/openapi/refusals.ts";
import type { eventSchemas } from "../../server/src/http/openapi/webhooks.ts";
import type { affiliateQuery, newInvitation } from "../../server/src/http/v1/affiliates.ts";
import type { campaignPatch, newCampaign } from "../../server/src/http/wire/campaign-body.ts";
import type { campaignQuery } from "../../server/src/http/v1/campaigns.ts";
import type { conversionQuery, newConversion, rejection } from "../../server/src/http/v1/conversions.ts";
import type * as affiliates from "../../server/src/http/wire/affiliate.ts";
import type * as campaigns from "../../server/src/http/wire/campaign.ts";
import type * as conversions from "../../server/src/http/wire/conversion.ts";
import type * as invitations from "../../server/src/http/wire/invitation.ts";
import type * as paginations from "../../server/src/http/wire/pagination.ts";

/** Compared by the compiler, in `npm run check` and again below: a schema and a type that drift apart do not compile. */
type Answers = typeof affiliates & typeof campaigns & typeof conversions & typeof invitations & typeof paginations;
type Answer<Name extends keyof Answers> = Answers[Name] extends z.ZodType ? z.output<Answers[Name]> : never;
/** In an address everything is text. */
type AsText<Query> = {
  [Name in keyof Query]: Name extends "limit" | "offset" ? string | undefined : Query[Name];
};
/** Flat, so that only fields count and not how they came together. */
type Flat<Type> = Type extends object ? { [Name in keyof Type]: Flat<Type[Name]> } : Type;

describe("the types of the SDK", () => {
  it("are those of the server's answers", () => {
    expectTypeOf<Flat<sdk.Pagination>>().toEqualTypeOf<Flat<Answer<"pagination">>>();
    expectTypeOf<Flat<sdk.ListedCampaign>>().toEqualTypeOf<Flat<Answer<"listedCampaign">>>();
    expectTypeOf<Flat<sdk.CreatedCampaign>>().toEqualTypeOf<Flat<Answer<"createdCampaign">>>();
    expectTypeOf<Flat<sdk.UpdatedCampaign>>().toEqualTypeOf<Flat<Answer<"updatedCampaign">>>();
    expectTypeOf<Flat<sdk.Campaign>>().toEqualTypeOf<Flat<Answer<"campaign">>>();
    expectTypeOf<Flat<sdk.Affiliate>>().toEqualTypeOf<Flat<Answer<"affiliate">>>();
    expectTypeOf<Flat<sdk.Invitation>>().toEqualTypeOf<Flat<Answer<"invitation">>>();
    expectTypeOf<Flat<sdk.Conversion>>().toEqualTypeOf<Flat<Answer<"conversion">>>();
    expectTypeOf<Flat<sdk.TrackedConversion>>().toEqualTypeOf<Flat<Answer<"trackedConversion">>>();
    expectTypeOf<Flat<sdk.CampaignPage>>().toEqualTypeOf<Flat<Answer<"campaignPage">>>();
    expectTypeOf<Flat<sdk.AffiliatePage>>().toEqualTypeOf<Flat<Answer<"affiliatePage">>>();
    expectTypeOf<Flat<sdk.ConversionPage>>().toEqualTypeOf<Flat<Answer<"conversionPage">>>();
  });

  it("are those of what the server takes", () => {
    expectTypeOf<Flat<sdk.NewCampaign>>().toEqualTypeOf<Flat<z.input<typeof newCampaign>>>();
    expectTypeOf<Flat<sdk.CampaignPatch>>().toEqualTypeOf<Flat<z.input<typeof campaignPatch>>>();
    expectTypeOf<Flat<sdk.NewInvitation>>().toEqualTypeOf<Flat<z.input<typeof newInvitation>>>();
    expectTypeOf<Flat<sdk.NewConversion>>().toEqualTypeOf<Flat<z.input<typeof newConversion>>>();
    expectTypeOf<Flat<sdk.Rejection>>().toEqualTypeOf<Flat<NonNullable<z.input<typeof rejection>>>>();
    expectTypeOf<Flat<AsText<sdk.CampaignQuery>>>().toEqualTypeOf<Flat<z.input<typeof campaignQuery>>>();
    expectTypeOf<Flat<AsText<sdk.AffiliateQuery>>>().toEqualTypeOf<Flat<z.input<typeof affiliateQuery>>>();
    expectTypeOf<Flat<AsText<sdk.ConversionQuery>>>().toEqualTypeOf<Flat<z.input<typeof conversionQuery>>>();
  });

  it("are those of the events that are sent, and of the codes that refuse", () => {
    type Schemas = typeof eventSchemas;
    expectTypeOf<sdk.WebhookEventType>().toEqualTypeOf<keyof Schemas>();
    expectTypeOf<Flat<sdk.WebhookEvent>>().toEqualTypeOf<Flat<z.output<Schemas[keyof Schemas]>>>();
    // An unknown path is refused before there is an operation.
    type Code = Exclude<sdk.ApiErrorCode, "path_not_found">;
    expectTypeOf<Code>().toEqualTypeOf<(typeof refusalsOf)[keyof typeof refusalsOf][number]>();
  });
});

const root = fileURLToPath(new URL("../..", import.meta.url));
const folders = join(root, "node_modules/.cache");
let folder = "";
beforeAll(() => {
  mkdirSync(folders, { recursive: true });
  folder = mkdtempSync(join(folders, "sdk-types-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the compiler says about this very file, beside an SDK in which one file was changed. */
function complaintsAbout(file: string, change: (source: string) => string): string {
  const path = join(root, "sdk/src", file);
  const before = readFileSync(path, "utf8");
  const after = change(before);
  const copy = join(folder, "sdk");
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy);
  for (const name of ["error", "events", "requests", "resources", "words"])
    writeFileSync(join(copy, `${name}.ts`), readFileSync(join(root, "sdk/src", `${name}.ts`)));
  writeFileSync(join(copy, file), after);
  const all = ["error", "events", "requests", "resources", "words"]
    .map((name) => `export * from "./${name}.ts";\n`)
    .join("");
  writeFileSync(join(copy, "index.ts"), all);
  const test = readFileSync(fileURLToPath(import.meta.url), "utf8")
    .replaceAll('"../../server/src/', `"${join(root, "server/src")}/`)
    .replace('"tributary-sdk"', '"./sdk/index.ts"');
  writeFileSync(join(folder, "types.test.ts"), test);
  const compilerOptions = { noEmit: true, composite: false, allowImportingTsExtensions: true, types: ["node"] };
  const config = {
    extends: join(root, "tsconfig.base.json"),
    compilerOptions: { ...compilerOptions, rewriteRelativeImportExtensions: false },
    files: ["types.test.ts"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder], { cwd: folder, encoding: "utf8" });
  // The server's own files are compiled with all that belongs to them elsewhere; here only the comparison counts.
  return stdout
    .split("\n")
    .filter((line) => line.startsWith("types.test.ts("))
    .join("\n");
}

describe("a type that drifts from its schema does not compile", () => {
  it.each<[string, string, (source: string) => string]>([
    ["a field too many", "resources.ts", (text) => text.replace("slug: string;", "slug: string;\n  extra: string;")],
    ["a field too few", "resources.ts", (text) => text.replace("  matures_at: string;\n", "")],
    ["another type", "resources.ts", (text) => text.replace("max_budget: number | null", "max_budget: number")],
    ["a status that does not exist", "words.ts", (text) => text.replace('"paused", ', '"paused", "gone", ')],
    [
      "a field that is not optional",
      "requests.ts",
      (text) => text.replace("reason?: string | null", "reason: string | null"),
    ],
    [
      "a code that nobody sends",
      "error.ts",
      (text) => text.replace('  | "rate_limited"', '  | "rate_limited"\n  | "tired"'),
    ],
    ["an event's field", "events.ts", (text) => text.replace("  conversion_count: number;\n", "")],
  ])("%s", (_name, file, change) => {
    expect(change(readFileSync(join(root, "sdk/src", file), "utf8"))).not.toBe(
      readFileSync(join(root, "sdk/src", file), "utf8"),
    );
    expect(complaintsAbout(file, change)).toMatch(/^types\.test\.ts\(\d+,\d+\): error TS/);
  });

  it("and those that do not drift do", () => {
    expect(complaintsAbout("resources.ts", (text) => text)).toBe("");
  });
});
