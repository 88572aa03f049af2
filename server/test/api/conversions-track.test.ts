import { describe, expect, it } from "vitest";
import { changeAffiliation } from "../../src/usecases/affiliates/change-affiliation.ts";
import { parseId } from "../../src/domain/ids.ts";
import {
  aShop,
  campaignOf,
  conversionOf,
  expectWriteFailure,
  track,
  tracked,
  worldForFile,
  type Shop,
} from "../support/shop.ts";
import { aCampaign, anAffiliate, ledgerFaults } from "../support/world.ts";

const world = worldForFile();

const setStatus = (shop: Shop, status: string) =>
  shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body: { status } });

async function act(shop: Shop, action: "reject" | "suspend" | "remove"): Promise<void> {
  const id = parseId("affiliation", shop.affiliate.affiliationId);
  if (!id) throw new Error("No affiliation ID.");
  await changeAffiliation(shop.merchant.context, { id, action });
}

/** Expects this error, and that neither a conversion nor a ledger entry was recorded. */
async function expectRefusal(shop: Shop, more: Record<string, unknown>, refusal: [number, string]): Promise<string> {
  const before = await campaignOf(shop);
  const answer = await track(shop, more);
  expectWriteFailure(answer, refusal);
  expect(await campaignOf(shop)).toEqual(before);
  return answer.body.error as string;
}

describe("POST /v1/conversions 200", () => {
  it("returns exactly id, commission and status", async () => {
    const { status, body } = await track(world.shop, { amount: 49.99 });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      conversion: {
        id: expect.stringMatching(/^conv_[0-9a-hjkmnp-tv-z]{26}$/) as string,
        commission: 5,
        status: "pending",
      },
    });
  });

  it.each([
    ["left out", { amount: undefined, currency: undefined, click_id: undefined }],
    ["null", { amount: null, currency: null, click_id: null }],
  ])("treats amount, currency and click_id that are %s as 0, EUR and none", async (_how, fields) => {
    const id = await tracked(world.shop, fields);
    expect(await conversionOf(world.shop, id)).toMatchObject({
      amount: 0,
      currency: "EUR",
      commission: 0,
      click_id: null,
    });
  });

  it("treats an empty click_id as absent", async () => {
    expect((await track(world.shop, { click_id: "" })).status).toBe(200);
  });

  it.each([
    [5, 2.9, 0.15],
    [59.97000000000001, 10, 6],
    [0.005, 100, 0.01],
    [0.004, 100, 0],
    [-0, 10, 0],
    [1_000_000_000, 100, 1_000_000_000],
    [1e-10, 100, 0],
    [33.33, 33.3333, 11.11],
    [1e2, 10, 10],
  ])("pays for an amount of %s at %s %% exactly %s", async (amount, rate, commission) => {
    const shop = await aShop(world.app, { commission_value: rate });
    const { body } = await track(shop, { amount });
    expect(body.conversion.commission).toBe(commission);
    expect(Object.is(body.conversion.commission, -0)).toBe(false);
  });

  it.each(["x", "x".repeat(255), "😀".repeat(255), "Bestellung № 5/ä", " padded ", "1", "null", "__proto__"])(
    "keeps the external_id %j as it was sent",
    async (externalId) => {
      const shop = await aShop(world.app);
      const id = await tracked(shop, { external_id: externalId });
      expect((await conversionOf(shop, id)).external_id).toBe(externalId);
    },
  );

  it("compares external_id byte by byte: case and Unicode form make a different order", async () => {
    const shop = await aShop(world.app);
    const answers = [];
    for (const id of ["order", "Order", "order ", "é", "e\u0301"])
      answers.push((await track(shop, { external_id: id })).status);
    expect(answers).toEqual([200, 200, 200, 200, 200]);
  });

  it("lets two accounts use the same external_id", async () => {
    const [one, other] = [await aShop(world.app), await aShop(world.app)];
    expect((await track(one, { external_id: "1001" })).status).toBe(200);
    expect((await track(other, { external_id: "1001" })).status).toBe(200);
  });

  it("ignores unknown and read-only fields", async () => {
    const id = await tracked(world.shop, {
      id: "conv_00000000000000000000000000",
      affiliate_id: "aff_00000000000000000000000000",
      status: "approved",
      commission: 999,
      created_at: "1999-01-01T00:00:00.000Z",
      approved_at: "1999-01-01T00:00:00.000Z",
      payout_id: "po_00000000000000000000000000",
    });
    expect(await conversionOf(world.shop, id)).toMatchObject({
      affiliate_id: world.shop.affiliate.affiliateId,
      status: "pending",
      commission: 10,
      approved_at: null,
      created_at: world.app.clock.now().toISOString(),
    });
  });
});

describe("POST /v1/conversions 400, duplicate", () => {
  it("says that the conversion already exists for this external_id, and gives its ID", async () => {
    const shop = await aShop(world.app);
    const first = await tracked(shop, { external_id: "known-order-7", amount: 10 });
    const before = await campaignOf(shop);
    const again = await track(shop, { external_id: "known-order-7", amount: 999 });
    expectWriteFailure(again, [400, "duplicate_conversion"], { conversion_id: first });
    expect(again.body.error).toBe("A conversion already exists for this external_id.");
    expect(await campaignOf(shop)).toEqual(before);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });

  it("applies across all campaigns of the account, and to rejected conversions", async () => {
    const shop = await aShop(world.app);
    const first = await tracked(shop, { external_id: "known-order-8" });
    await shop.merchant.call("POST", `/v1/conversions/${first}/reject`);
    const other = await aCampaign(shop.merchant);
    const second = { ...shop, campaignId: other, affiliate: await anAffiliate(world.app, shop.merchant, other) };
    for (const where of [shop, second])
      expectWriteFailure(await track(where, { external_id: "known-order-8" }), [400, "duplicate_conversion"], {
        conversion_id: first,
      });
  });

  it("comes before every other rule: a retry learns that the order was recorded, whatever happened since", async () => {
    const shop = await aShop(world.app, { max_budget: 10 });
    const first = await tracked(shop, { external_id: "known-order-9" });
    await act(shop, "suspend");
    await setStatus(shop, "archived");
    const evidence = [
      {},
      { affiliate_code: "unknown" },
      { affiliate_code: undefined, click_id: "clk_x" },
      { currency: "USD" },
    ];
    for (const more of evidence)
      expectWriteFailure(await track(shop, { external_id: "known-order-9", ...more }), [400, "duplicate_conversion"], {
        conversion_id: first,
      });
  });

  it("comes after the campaign check: an unknown campaign is 404 even for a known order", async () => {
    await tracked(world.shop, { external_id: "known-order-10" });
    const more = { external_id: "known-order-10", campaign_id: "cmp_00000000000000000000000000" };
    expectWriteFailure(await track(world.shop, more), [404, "campaign_not_found"]);
  });
});

describe("POST /v1/conversions 403", () => {
  it("rejects a code without a click while the campaign is paused", async () => {
    const shop = await aShop(world.app);
    await setStatus(shop, "paused");
    await expectRefusal(shop, {}, [403, "campaign_not_active"]);
    await setStatus(shop, "active");
    expect((await track(shop)).status).toBe(200);
  });

  it("rejects everything while the campaign is archived", async () => {
    const shop = await aShop(world.app);
    await setStatus(shop, "archived");
    const text = await expectRefusal(shop, {}, [403, "campaign_archived"]);
    expect(text).toBe("The campaign is archived.");
  });

  it.each(["suspend", "remove"] as const)("rejects an affiliate after %s, and says suspended", async (action) => {
    const shop = await aShop(world.app);
    await act(shop, action);
    expect(await expectRefusal(shop, {}, [403, "affiliate_not_active"])).toContain("suspended");
  });

  it.each(["pending", "rejected"])("rejects a %s affiliate of a private campaign", async (status) => {
    const shop = await aShop(world.app, { visibility: "private" });
    if (status === "rejected") await act(shop, "reject");
    expect(await expectRefusal(shop, {}, [403, "affiliate_not_active"])).toMatch(/not active/);
  });

  it("rejects a commission over the budget, and accepts one that fits exactly", async () => {
    const shop = await aShop(world.app, { max_budget: 25 });
    await tracked(shop, { amount: 150 });
    expect(await expectRefusal(shop, { amount: 100.05 }, [403, "budget_exceeded"])).toContain("budget");
    expect((await track(shop, { amount: 100 })).status).toBe(200);
    await expectRefusal(shop, { amount: 0.05 }, [403, "budget_exceeded"]);
    expect((await track(shop, { amount: 0.04 })).body.conversion.commission).toBe(0);
  });
});

describe("POST /v1/conversions 404", () => {
  it.each(["cmp_00000000000000000000000000", "cmp_x", "nonsense", "a\0b", "\ud800", "__proto__", "x".repeat(10_000)])(
    "is returned for campaign %j",
    async (campaignId) => {
      await expectRefusal(world.shop, { campaign_id: campaignId }, [404, "campaign_not_found"]);
    },
  );

  it.each(["2222222222", "short", "UPPERCASE1", "a\0b", "\ud800", "x".repeat(10_000), "' or 1=1 --"])(
    "is returned for affiliate_code %j",
    async (code) => {
      await expectRefusal(world.shop, { affiliate_code: code }, [404, "affiliate_code_not_found"]);
    },
  );

  it("is returned for a code of another campaign of the account", async () => {
    const other = await aCampaign(world.shop.merchant);
    const { code } = await anAffiliate(world.app, world.shop.merchant, other);
    await expectRefusal(world.shop, { affiliate_code: code }, [404, "affiliate_code_not_found"]);
  });
});
