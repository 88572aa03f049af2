import { describe, expect, it } from "vitest";
import { approveConversion } from "../../src/usecases/conversions/change-conversion.ts";
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
import { conversionIdOf, ledgerFaults } from "../support/world.ts";

const world = worldForFile();
const UNKNOWN = "conv_00000000000000000000000000";

const reject = (shop: Shop, id: string, body?: unknown) =>
  shop.merchant.call("POST", `/v1/conversions/${id}/reject`, body === undefined ? {} : { body });
const unreject = (shop: Shop, id: string) => shop.merchant.call("POST", `/v1/conversions/${id}/unreject`);

async function expectUnchanged(shop: Shop, id: string, call: () => Promise<void>): Promise<void> {
  const before = [await conversionOf(shop, id), await campaignOf(shop)];
  await call();
  expect([await conversionOf(shop, id), await campaignOf(shop)]).toEqual(before);
  expect(await ledgerFaults(world.app)).toEqual([]);
}

describe("POST /v1/conversions/:id/reject 200", () => {
  it("returns the commission to the budget and keeps the reason", async () => {
    const shop = await aShop(world.app, { max_budget: 10 });
    const id = await tracked(shop);
    expect((await track(shop)).status).toBe(403);
    const { status, body } = await reject(shop, id, { reason: "Order refunded" });
    expect([status, body]).toEqual([200, { success: true, message: "Conversion rejected." }]);
    expect(await conversionOf(shop, id)).toMatchObject({ status: "rejected", rejection_reason: "Order refunded" });
    expect((await campaignOf(shop)).current_spend).toBe(0);
    expect((await track(shop)).status).toBe(200);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });

  it("rejects an approved conversion, which loses its approval", async () => {
    const shop = await aShop(world.app);
    const id = await tracked(shop);
    await approveConversion(shop.merchant.context, { id: conversionIdOf(id) });
    expect((await reject(shop, id)).status).toBe(200);
    expect(await conversionOf(shop, id)).toMatchObject({ status: "rejected", approved_at: null });
    expect(await ledgerFaults(world.app)).toEqual([]);
  });

  it("returns the recorded commission, not one by the current rule", async () => {
    const shop = await aShop(world.app, { max_budget: 10 });
    const id = await tracked(shop);
    await shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body: { commission_value: 90 } });
    expect((await reject(shop, id)).status).toBe(200);
    expect((await campaignOf(shop)).current_spend).toBe(0);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });

  it.each([
    ["no body", undefined],
    ["an empty object", {}],
    ["null", null],
    ["a reason that is null", { reason: null }],
    ["an empty reason", { reason: "" }],
    ["unknown fields", { colour: "red", status: "approved" }],
  ])("needs no reason: %s", async (_what, body) => {
    const id = await tracked(world.shop);
    expect((await reject(world.shop, id, body)).status).toBe(200);
    expect(await conversionOf(world.shop, id)).toMatchObject({ status: "rejected", rejection_reason: null });
  });

  it("keeps a reason of 500 characters", async () => {
    const id = await tracked(world.shop);
    await reject(world.shop, id, { reason: "😀".repeat(500) });
    expect((await conversionOf(world.shop, id)).rejection_reason).toBe("😀".repeat(500));
  });

  it("works until the last millisecond of the maturation period", async () => {
    const shop = await aShop(world.app, { maturation_days: 3 });
    const id = await tracked(shop);
    world.app.clock.forward({ days: 3, ms: -1 });
    expect((await reject(shop, id)).status).toBe(200);
  });

  it("works while the campaign is paused or archived", async () => {
    for (const status of ["paused", "archived"]) {
      const shop = await aShop(world.app);
      const id = await tracked(shop);
      await shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body: { status } });
      expect([(await reject(shop, id)).status, (await unreject(shop, id)).status]).toEqual([200, 200]);
    }
  });
});

describe("POST /v1/conversions/:id/reject 400", () => {
  it("refuses a second rejection and moves no money", async () => {
    const shop = await aShop(world.app);
    const id = await tracked(shop);
    await reject(shop, id, { reason: "first" });
    await expectUnchanged(shop, id, async () => {
      const again = await reject(shop, id, { reason: "second" });
      expectWriteFailure(again, [400, "conversion_already_rejected"]);
      expect(again.body.error).toContain("already rejected");
    });
  });

  it.each([0, 3, 7])("refuses from the very end of %s maturation days", async (days) => {
    const shop = await aShop(world.app, { maturation_days: days });
    const id = await tracked(shop);
    world.app.clock.forward({ days });
    await expectUnchanged(shop, id, async () =>
      expectWriteFailure(await reject(shop, id), [400, "outside_maturation_period"]),
    );
  });

  it("uses the maturation days at creation, not the campaign's current ones", async () => {
    const shop = await aShop(world.app, { maturation_days: 1 });
    const id = await tracked(shop);
    await shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body: { maturation_days: 365 } });
    world.app.clock.forward({ days: 1 });
    expectWriteFailure(await reject(shop, id), [400, "outside_maturation_period"]);
  });

  it.each([5, true, [], {}, "a\0b", "\ud800", "x".repeat(501)])("refuses the reason %j", async (reason) => {
    const id = await tracked(world.shop);
    await expectUnchanged(world.shop, id, async () => {
      const answer = await reject(world.shop, id, { reason });
      expectWriteFailure(answer, [400, "invalid_request"]);
      expect(answer.body.error).toBe("reason must be text of up to 500 characters.");
    });
  });

  it.each([[[]], ["text"], [5], [true]])("refuses the body %j", async (body) => {
    const id = await tracked(world.shop);
    await expectUnchanged(world.shop, id, async () =>
      expectWriteFailure(await reject(world.shop, id, body), [400, "invalid_request"]),
    );
  });
});

describe("POST /v1/conversions/:id/unreject 200", () => {
  it("restores to pending, reserves the budget again and clears the rejection", async () => {
    const shop = await aShop(world.app, { max_budget: 10 });
    const id = await tracked(shop);
    const before = await conversionOf(shop, id);
    await reject(shop, id, { reason: "by mistake" });
    const { status, body } = await unreject(shop, id);
    expect([status, body]).toEqual([200, { success: true, message: "Conversion restored to pending." }]);
    expect(await conversionOf(shop, id)).toEqual(before);
    expect((await campaignOf(shop)).current_spend).toBe(10);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });

  it("restores to pending even if it was approved", async () => {
    const shop = await aShop(world.app);
    const id = await tracked(shop);
    await approveConversion(shop.merchant.context, { id: conversionIdOf(id) });
    await reject(shop, id);
    await unreject(shop, id);
    expect(await conversionOf(shop, id)).toMatchObject({ status: "pending", approved_at: null, rejected_at: null });
  });

  it("works until the last millisecond of the maturation period", async () => {
    const shop = await aShop(world.app);
    const id = await tracked(shop);
    await reject(shop, id);
    world.app.clock.forward({ days: 7, ms: -1 });
    expect((await unreject(shop, id)).status).toBe(200);
  });
});

describe("POST /v1/conversions/:id/unreject 400", () => {
  it("refuses a conversion that is not rejected", async () => {
    const shop = await aShop(world.app);
    const id = await tracked(shop);
    await expectUnchanged(shop, id, async () =>
      expectWriteFailure(await unreject(shop, id), [400, "conversion_not_rejected"]),
    );
    await approveConversion(shop.merchant.context, { id: conversionIdOf(id) });
    await expectUnchanged(shop, id, async () =>
      expectWriteFailure(await unreject(shop, id), [400, "conversion_not_rejected"]),
    );
  });

  it("refuses from the very end of the maturation period", async () => {
    const shop = await aShop(world.app);
    const id = await tracked(shop);
    await reject(shop, id);
    world.app.clock.forward({ days: 7 });
    await expectUnchanged(shop, id, async () =>
      expectWriteFailure(await unreject(shop, id), [400, "outside_maturation_period"]),
    );
  });
});

describe("POST /v1/conversions/:id/unreject 403", () => {
  it("refuses when the budget is used up, and restores once there is room", async () => {
    const shop = await aShop(world.app, { max_budget: 10 });
    const id = await tracked(shop);
    await reject(shop, id);
    const other = await tracked(shop);
    await expectUnchanged(shop, id, async () => expectWriteFailure(await unreject(shop, id), [403, "budget_exceeded"]));
    await reject(shop, other);
    expect((await unreject(shop, id)).status).toBe(200);
  });
});

describe.each(["reject", "unreject"])("POST /v1/conversions/:id/%s 404", (action) => {
  it.each([UNKNOWN, "conv_x", "nonsense", "%00", "%zz", "cmp_00000000000000000000000000", `conv_${"0".repeat(300)}`])(
    "is returned for conversion %s",
    async (id) => {
      const answer = await world.shop.merchant.call("POST", `/v1/conversions/${id}/${action}`);
      expectWriteFailure(answer, [404, "conversion_not_found"]);
    },
  );

  it("is returned for a conversion of another account", async () => {
    const stranger = await aShop(world.app);
    const id = await tracked(stranger);
    await expectUnchanged(stranger, id, async () => {
      const answer = await world.shop.merchant.call("POST", `/v1/conversions/${id}/${action}`);
      expectWriteFailure(answer, [404, "conversion_not_found"]);
    });
  });
});
