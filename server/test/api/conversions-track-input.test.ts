import { describe, expect, it } from "vitest";
import { campaignOf, expectWriteFailure, track, worldForFile } from "../support/shop.ts";

const world = worldForFile();

async function expectRefusal(more: Record<string, unknown>, field: string): Promise<void> {
  const before = await campaignOf(world.shop);
  const answer = await track(world.shop, more);
  expectWriteFailure(answer, [400, "invalid_request"]);
  expect(answer.body.error).toMatch(new RegExp(`^${field} (is required and )?must be `));
  expect(await campaignOf(world.shop)).toEqual(before);
}

describe("POST /v1/conversions 400, invalid body", () => {
  it.each(["campaign_id", "external_id"])("requires %s, whether it is missing, null or empty", async (field) => {
    for (const value of [undefined, null, ""]) await expectRefusal({ [field]: value }, field);
  });

  it.each([
    ["neither", {}],
    ["null for both", { affiliate_code: null, click_id: null }],
    ["empty text for both", { affiliate_code: "", click_id: "" }],
  ])("requires affiliate_code or click_id when there is %s", async (_what, given) => {
    const before = await campaignOf(world.shop);
    const answer = await track(world.shop, { affiliate_code: undefined, ...given });
    expectWriteFailure(answer, [400, "invalid_request"]);
    expect(answer.body.error).toBe("Either affiliate_code or click_id is required.");
    expect(await campaignOf(world.shop)).toEqual(before);
  });

  it.each(["campaign_id", "external_id", "affiliate_code", "click_id", "currency"])(
    "rejects %s that is not text",
    async (field) => {
      for (const value of [1, true, [], {}, ["x"]]) await expectRefusal({ [field]: value }, field);
    },
  );

  it.each([
    ["external_id", "   "],
    ["external_id", "x".repeat(256)],
    ["external_id", "😀".repeat(256)],
    ["external_id", "a\0b"],
    ["external_id", "a\ud800"],
    ["external_id", "\udfffb"],
    ["amount", "10"],
    ["amount", ""],
    ["amount", true],
    ["amount", []],
    ["amount", {}],
    ["amount", -0.01],
    ["amount", -5e-324],
    ["amount", 1_000_000_000.01],
    ["amount", 1e308],
    ["currency", ""],
    ["currency", "EU"],
    ["currency", "euro"],
    ["currency", "XXX"],
    ["currency", "€€€"],
    ["currency", "EUR "],
    ["currency", "E\0R"],
    ["currency", "\u0131ls"],
  ])("rejects %s %j, names the field and records nothing", async (field, value) => {
    await expectRefusal({ [field]: value }, field);
  });

  it.each(["1e400", "-1e400", "1e999999"])("rejects the amount %s", async (number) => {
    const { campaignId, affiliate, merchant } = world.shop;
    const raw = `{"campaign_id":"${campaignId}","affiliate_code":"${affiliate.code}","external_id":"big","amount":${number}}`;
    const answer = await merchant.call("POST", "/v1/conversions", {
      raw,
      headers: { "content-type": "application/json" },
    });
    expectWriteFailure(answer, [400, "invalid_request"]);
    expect(answer.body.error).toMatch(/^amount must be /);
  });

  it("reports errors in the body before all others", async () => {
    const more = { campaign_id: "cmp_00000000000000000000000000", affiliate_code: "unknown", amount: -1 };
    expectWriteFailure(await track(world.shop, more), [400, "invalid_request"]);
  });
});
