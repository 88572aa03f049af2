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
import type { commissionPreview } from "../../server/src/http/v1/commission-preview.ts";
import type {
  conversionQuery,
  newConversion,
  previewedOrder,
  rejection,
} from "../../server/src/http/v1/conversions.ts";
import type { couponQuery } from "../../server/src/http/v1/coupons.ts";
import type { affiliatePlan, affiliatePlanBody, groupMove } from "../../server/src/http/v1/plans.ts";
import type * as affiliates from "../../server/src/http/wire/affiliate.ts";
import type * as campaigns from "../../server/src/http/wire/campaign.ts";
import type * as conversions from "../../server/src/http/wire/conversion.ts";
import type * as coupons from "../../server/src/http/wire/coupon.ts";
import type { couponMove, newCoupon } from "../../server/src/http/wire/coupon.ts";
import type * as groups from "../../server/src/http/wire/group.ts";
import type { groupPatch, newGroup } from "../../server/src/http/wire/group.ts";
import type * as invitations from "../../server/src/http/wire/invitation.ts";
import type * as testMode from "../../server/src/http/wire/test-mode.ts";
import type * as testAccounts from "../../server/src/http/v1/test-accounts.ts";
import type * as testReceipts from "../../server/src/http/v1/test-receipts.ts";
import type * as testSettings from "../../server/src/http/v1/test-settings.ts";
import type * as wireSettings from "../../server/src/http/wire/test-settings.ts";
import type * as testSales from "../../server/src/http/v1/test-sales.ts";
import type * as paginations from "../../server/src/http/wire/pagination.ts";

/**
 * Compared by the compiler, in `npm run check` and again below: if a schema and a type drift apart, compilation fails.
 */
type Answers = typeof affiliates &
  typeof campaigns &
  typeof conversions &
  typeof coupons &
  typeof groups &
  typeof invitations &
  typeof paginations &
  typeof testMode;
type Answer<Name extends keyof Answers> = Answers[Name] extends z.ZodType ? z.output<Answers[Name]> : never;
/** Everything in a query string is text. */
type AsText<Query> = {
  [Name in keyof Query]: Name extends "limit" | "offset" ? string | undefined : Query[Name];
};
/** Flattened, so that only the fields are compared. */
type Flat<Type> = Type extends object ? { [Name in keyof Type]: Flat<Type[Name]> } : Type;

describe("the types of the SDK", () => {
  it("match the server's responses", () => {
    expectTypeOf<Flat<sdk.Pagination>>().toEqualTypeOf<Flat<Answer<"pagination">>>();
    expectTypeOf<Flat<sdk.ListedCampaign>>().toEqualTypeOf<Flat<Answer<"listedCampaign">>>();
    expectTypeOf<Flat<sdk.CreatedCampaign>>().toEqualTypeOf<Flat<Answer<"createdCampaign">>>();
    expectTypeOf<Flat<sdk.UpdatedCampaign>>().toEqualTypeOf<Flat<Answer<"updatedCampaign">>>();
    expectTypeOf<Flat<sdk.Campaign>>().toEqualTypeOf<Flat<Answer<"campaign">>>();
    expectTypeOf<Flat<sdk.Affiliate>>().toEqualTypeOf<Flat<Answer<"affiliate">>>();
    expectTypeOf<Flat<sdk.AffiliatePlan>>().toEqualTypeOf<Flat<z.output<typeof affiliatePlan>>>();
    expectTypeOf<Flat<sdk.Group>>().toEqualTypeOf<Flat<Answer<"group">>>();
    expectTypeOf<Flat<sdk.Coupon>>().toEqualTypeOf<Flat<Answer<"coupon">>>();
    expectTypeOf<Flat<sdk.CouponPage>>().toEqualTypeOf<Flat<Answer<"couponPage">>>();
    expectTypeOf<Flat<sdk.CommissionPreview>>().toEqualTypeOf<Flat<z.output<typeof commissionPreview>>>();
    expectTypeOf<Flat<sdk.Invitation>>().toEqualTypeOf<Flat<Answer<"invitation">>>();
    expectTypeOf<Flat<sdk.Conversion>>().toEqualTypeOf<Flat<Answer<"conversion">>>();
    expectTypeOf<Flat<sdk.TrackedConversion>>().toEqualTypeOf<Flat<Answer<"trackedConversion">>>();
    expectTypeOf<Flat<sdk.CampaignPage>>().toEqualTypeOf<Flat<Answer<"campaignPage">>>();
    expectTypeOf<Flat<sdk.AffiliatePage>>().toEqualTypeOf<Flat<Answer<"affiliatePage">>>();
    expectTypeOf<Flat<sdk.TestClock>>().toEqualTypeOf<Flat<Answer<"testClock">>>();
    expectTypeOf<Flat<sdk.AdvancedTestClock>>().toEqualTypeOf<Flat<Answer<"advancedClock">>>();
    expectTypeOf<Flat<sdk.TestClick>>().toEqualTypeOf<Flat<Answer<"testClick">>>();
    expectTypeOf<Flat<sdk.TestPayout>>().toEqualTypeOf<Flat<Answer<"testPayout">>>();
    expectTypeOf<Flat<sdk.TestReceipt>>().toEqualTypeOf<Flat<Answer<"testReceipt">>>();
    type Settings = typeof wireSettings;
    expectTypeOf<Flat<sdk.TestCampaign>>().toEqualTypeOf<Flat<z.output<Settings["testCampaign"]>>>();
    expectTypeOf<Flat<sdk.TestWebhookEndpoint>>().toEqualTypeOf<Flat<z.output<Settings["testEndpoint"]>>>();
    expectTypeOf<Flat<sdk.CreatedTestAccount["account"]>>().toEqualTypeOf<Flat<Answer<"testAccount">>>();
    expectTypeOf<Flat<sdk.ConversionPage>>().toEqualTypeOf<Flat<Answer<"conversionPage">>>();
  });

  it("match the server's input", () => {
    expectTypeOf<Flat<sdk.NewCampaign>>().toEqualTypeOf<Flat<z.input<typeof newCampaign>>>();
    expectTypeOf<Flat<sdk.CampaignPatch>>().toEqualTypeOf<Flat<z.input<typeof campaignPatch>>>();
    expectTypeOf<Flat<sdk.NewGroup>>().toEqualTypeOf<Flat<z.input<typeof newGroup>>>();
    expectTypeOf<Flat<sdk.GroupPatch>>().toEqualTypeOf<Flat<z.input<typeof groupPatch>>>();
    expectTypeOf<Flat<sdk.NewCoupon>>().toEqualTypeOf<Flat<z.input<typeof newCoupon>>>();
    expectTypeOf<Flat<sdk.CouponMove>>().toEqualTypeOf<Flat<z.input<typeof couponMove>>>();
    expectTypeOf<Flat<AsText<sdk.CouponQuery>>>().toEqualTypeOf<Flat<z.input<typeof couponQuery>>>();
    expectTypeOf<Flat<sdk.AffiliatePlanBody>>().toEqualTypeOf<Flat<z.input<typeof affiliatePlanBody>>>();
    expectTypeOf<Flat<sdk.GroupMove>>().toEqualTypeOf<Flat<z.input<typeof groupMove>>>();
    expectTypeOf<Flat<sdk.PreviewedOrder>>().toEqualTypeOf<Flat<z.input<typeof previewedOrder>>>();
    expectTypeOf<Flat<sdk.NewInvitation>>().toEqualTypeOf<Flat<z.input<typeof newInvitation>>>();
    expectTypeOf<Flat<sdk.NewConversion>>().toEqualTypeOf<Flat<z.input<typeof newConversion>>>();
    expectTypeOf<Flat<sdk.NewTestAffiliate>>().toEqualTypeOf<Flat<z.input<(typeof testSales)["newTestAffiliate"]>>>();
    expectTypeOf<Flat<sdk.NewTestClick>>().toEqualTypeOf<Flat<z.input<(typeof testSales)["newTestClick"]>>>();
    type Payouts = NonNullable<z.input<(typeof testSales)["newTestPayouts"]>>;
    expectTypeOf<Flat<sdk.NewTestPayouts>>().toEqualTypeOf<Flat<Payouts>>();
    type Receipt = NonNullable<z.input<(typeof testReceipts)["newTestReceipt"]>>;
    expectTypeOf<Flat<sdk.NewTestReceipt>>().toEqualTypeOf<Flat<Receipt>>();
    type Settings = typeof testSettings;
    expectTypeOf<Flat<sdk.TestCampaignPatch>>().toEqualTypeOf<Flat<z.input<Settings["testCampaignPatch"]>>>();
    expectTypeOf<Flat<sdk.NewTestWebhookEndpoint>>().toEqualTypeOf<Flat<z.input<Settings["newTestEndpoint"]>>>();
    type Account = NonNullable<z.input<(typeof testAccounts)["newTestAccount"]>>;
    expectTypeOf<Flat<sdk.NewTestAccount>>().toEqualTypeOf<Flat<Account>>();
    expectTypeOf<Flat<sdk.Rejection>>().toEqualTypeOf<Flat<NonNullable<z.input<typeof rejection>>>>();
    expectTypeOf<Flat<AsText<sdk.CampaignQuery>>>().toEqualTypeOf<Flat<z.input<typeof campaignQuery>>>();
    expectTypeOf<Flat<AsText<sdk.AffiliateQuery>>>().toEqualTypeOf<Flat<z.input<typeof affiliateQuery>>>();
    expectTypeOf<Flat<AsText<sdk.ConversionQuery>>>().toEqualTypeOf<Flat<z.input<typeof conversionQuery>>>();
  });

  it("match the events and the error codes", () => {
    type Schemas = typeof eventSchemas;
    expectTypeOf<sdk.WebhookEventType>().toEqualTypeOf<keyof Schemas>();
    expectTypeOf<Flat<sdk.WebhookEvent>>().toEqualTypeOf<Flat<z.output<Schemas[keyof Schemas]>>>();
    expectTypeOf<sdk.ApiErrorCode>().toEqualTypeOf<(typeof refusalsOf)[keyof typeof refusalsOf][number]>();
  });
});

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = [
  "error",
  "events",
  "plan-format",
  "requests",
  "resources",
  "test-mode-requests",
  "test-mode-resources",
  "words",
].map((name) => `${name}.ts`);

interface Drift {
  readonly name: string;
  readonly file: string;
  readonly change: (source: string) => string;
}
const drifts: readonly Drift[] = [
  {
    name: "a field too many",
    file: "resources.ts",
    change: (text) => text.replace("slug: string;", "slug: string;\n  extra: string;"),
  },
  { name: "a field too few", file: "resources.ts", change: (text) => text.replace("  matures_at: string;\n", "") },
  {
    name: "another type",
    file: "resources.ts",
    change: (text) => text.replace("max_budget: number | null", "max_budget: number"),
  },
  {
    name: "a status that does not exist",
    file: "words.ts",
    change: (text) => text.replace('"paused", ', '"paused", "gone", '),
  },
  {
    name: "a field that is not optional",
    file: "requests.ts",
    change: (text) => text.replaceAll("reason?: string | null", "reason: string | null"),
  },
  {
    name: "a code that is never sent",
    file: "error.ts",
    change: (text) => text.replace('  | "rate_limited"', '  | "rate_limited"\n  | "tired"'),
  },
  { name: "an event's field", file: "events.ts", change: (text) => text.replace("  conversion_count: number;\n", "") },
];
const unchanged = "no drift";

let folder = "";
let complaints: readonly string[] = [];
beforeAll(() => {
  const folders = join(root, "node_modules/.cache");
  mkdirSync(folders, { recursive: true });
  folder = mkdtempSync(join(folders, "sdk-types-"));
  copy(unchanged);
  for (const drift of drifts) copy(drift.name, drift);
  complaints = compile();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Creates a folder with this file and an SDK in which one file was changed. */
function copy(name: string, drift?: Drift): void {
  const sdkCopy = join(folder, name, "sdk");
  mkdirSync(sdkCopy, { recursive: true });
  for (const file of files) {
    const source = readFileSync(join(root, "sdk/src", file), "utf8");
    writeFileSync(join(sdkCopy, file), drift?.file === file ? drift.change(source) : source);
  }
  writeFileSync(join(sdkCopy, "index.ts"), files.map((file) => `export * from "./${file}";\n`).join(""));
  const test = readFileSync(fileURLToPath(import.meta.url), "utf8")
    .replaceAll(/"\.\.\/\.\.\/server\/src\//g, () => JSON.stringify(join(root, "server/src/")).slice(0, -1))
    .replace('"tributary-sdk"', '"./sdk/index.ts"');
  writeFileSync(join(folder, name, "types.test.ts"), test);
}

/** Compiles all copies in one run and returns the compiler's output. */
function compile(): string[] {
  const compilerOptions = { noEmit: true, composite: false, allowImportingTsExtensions: true, types: ["node"] };
  const config = {
    extends: join(root, "tsconfig.base.json"),
    compilerOptions: { ...compilerOptions, rewriteRelativeImportExtensions: false },
    include: ["*/types.test.ts"],
    // The server's declarations are compared, so its files are not compiled again.
    references: [{ path: join(root, "server") }],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  return spawnSync(process.execPath, [compiler, "-b", folder], { cwd: folder, encoding: "utf8" }).stdout.split("\n");
}

// The server's own files are compiled elsewhere with everything they need; only the comparison matters here.
const complaintsAbout = (name: string): string[] =>
  complaints.filter((line) => line.startsWith(`${name}/types.test.ts(`));

describe("a type that drifts from its schema does not compile", () => {
  it.each(drifts)("$name", ({ name, file, change }) => {
    const source = readFileSync(join(root, "sdk/src", file), "utf8");
    expect(change(source)).not.toBe(source);
    expect(complaintsAbout(name).join("\n")).toMatch(/^[^(]*\(\d+,\d+\): error TS/);
  });

  it("types that do not drift compile", () => {
    expect(complaintsAbout(unchanged)).toEqual([]);
  });
});
