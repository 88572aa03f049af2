import { afterAll, beforeAll, describe, expect, test } from "vitest";
import sql from "sql-template-tag";
import { parseId, uuidOf } from "../../src/domain/ids.ts";
import { aLink, follow, type LinkWorld } from "../redirector/links.ts";
import { startApp, type TestResponse, type TestApp } from "../support/app.ts";
import { aCampaign, anAffiliate, anOrderId } from "../support/world.ts";
import { DAY_MS } from "../../src/domain/values/day.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

function convert(world: LinkWorld, more: Record<string, unknown>): Promise<TestResponse> {
  const body = { campaign_id: world.campaignId, external_id: anOrderId(), amount: 100, ...more };
  return world.merchant.call("POST", "/v1/conversions", { body });
}

async function clickOn(path: string): Promise<string> {
  const { clickId } = await follow(app, path);
  if (clickId === undefined) throw new Error("The response has no click ID.");
  return clickId;
}

async function conversionOf(
  answer: TestResponse,
): Promise<{ warning_signs: string[]; click_id: string | null; clicked_at: Date | null; created_at: Date }> {
  const id = parseId("conversion", String(answer.body?.conversion?.id));
  if (!id) throw new Error(answer.text);
  const [row] = await app.db.query<{
    warning_signs: string[];
    click_id: string | null;
    clicked_at: Date | null;
    created_at: Date;
  }>(sql`select warning_signs, click_id, clicked_at, created_at from conversions where id = ${uuidOf(id)}`);
  if (!row) throw new Error("The conversion is not stored.");
  return row;
}

describe("the attribution window of a click", () => {
  test("is open in its last millisecond and closed in the next", async () => {
    const world = await aLink(app, { attribution_window: 7 });
    const clickId = await clickOn(world.path);
    app.clock.forward({ ms: 7 * DAY_MS - 1 });
    expect((await convert(world, { click_id: clickId })).status).toBe(200);
    app.clock.forward({ ms: 1 });
    const late = await convert(world, { click_id: clickId });
    expect(late.status).toBe(400);
    expect(late.body.code).toBe("outside_attribution_window");
  });

  test("is the one that the campaign had at the click, even if it changes later", async () => {
    const world = await aLink(app, { attribution_window: 2 });
    const clickId = await clickOn(world.path);
    await world.merchant.call("PATCH", `/v1/campaigns/${world.campaignId}`, { body: { attribution_window: 30 } });
    app.clock.forward({ ms: 2 * DAY_MS - 1 });
    expect((await convert(world, { click_id: clickId })).status).toBe(200);
    app.clock.forward({ ms: 1 });
    expect((await convert(world, { click_id: clickId })).status).toBe(400);
  });

  test("stays open for clicks before a pause, and ends when the campaign is archived", async () => {
    const world = await aLink(app);
    const clickId = await clickOn(world.path);
    await world.merchant.call("PATCH", `/v1/campaigns/${world.campaignId}`, { body: { status: "paused" } });
    expect((await convert(world, { click_id: clickId })).status).toBe(200);
    await world.merchant.call("DELETE", `/v1/campaigns/${world.campaignId}`);
    expect((await convert(world, { click_id: clickId })).status).toBe(403);
  });
});

describe("a conversion by click", () => {
  test("goes to the affiliate whose link was followed, and one click can lead to several orders", async () => {
    const world = await aLink(app);
    const clickId = await clickOn(world.path);
    for (const order of [1, 2]) {
      const answer = await convert(world, { click_id: clickId, amount: order });
      expect(answer.status).toBe(200);
    }
    const listed = await world.merchant.call("GET", `/v1/campaigns/${world.campaignId}/conversions`);
    expect(listed.body.conversions).toHaveLength(2);
    for (const conversion of listed.body.conversions as Record<string, unknown>[])
      expect(conversion).toMatchObject({ click_id: clickId, affiliate_id: world.affiliate.affiliateId });
  });

  test("with a click of another account gets the same error as with an unknown click", async () => {
    const [mine, foreign] = [await aLink(app), await aLink(app)];
    const stolen = await convert(mine, { click_id: await clickOn(foreign.path) });
    const invented = await convert(mine, { click_id: "clk_01kjmma2g0f1rrrffrgqrx4a05" });
    expect([stolen.status, stolen.body.code]).toEqual([404, "click_not_found"]);
    expect({ ...stolen.body, request_id: "" }).toEqual({ ...invented.body, request_id: "" });
  });

  test("with a click of another campaign of the account is rejected", async () => {
    const world = await aLink(app);
    const clickId = await clickOn(world.path);
    const campaignId = await aCampaign(world.merchant, { name: "Another" });
    const answer = await convert({ ...world, campaignId }, { click_id: clickId });
    expect([answer.status, answer.body.code]).toEqual([400, "click_of_other_campaign"]);
  });
});

describe("flags", () => {
  const signs = async (answer: TestResponse): Promise<string[]> => (await conversionOf(answer)).warning_signs;

  test("an ordinary order has none, and shows the time since the click", async () => {
    const world = await aLink(app);
    const clickId = await clickOn(world.path);
    app.clock.forward({ seconds: 90 });
    const stored = await conversionOf(
      await convert(world, { click_id: clickId, affiliate_code: world.affiliate.code }),
    );
    expect(stored.warning_signs).toEqual([]);
    expect(stored.created_at.getTime() - (stored.clicked_at?.getTime() ?? 0)).toBe(90_000);
  });

  test("an order within seconds of its click is flagged", async () => {
    const world = await aLink(app);
    app.clock.forward({ days: 1 });
    const clickId = await clickOn(world.path);
    app.clock.forward({ seconds: 4 });
    expect(await signs(await convert(world, { click_id: clickId }))).toEqual(["fast_conversion"]);
  });

  test("a second order from the same address is flagged on the same day, but not on the next", async () => {
    const world = await aLink(app);
    app.clock.forward({ days: 1 });
    const [first, second] = [await clickOn(world.path), await clickOn(world.path)];
    app.clock.forward({ seconds: 60 });
    expect(await signs(await convert(world, { click_id: first }))).toEqual([]);
    expect(await signs(await convert(world, { click_id: second }))).toEqual(["shared_address"]);
    app.clock.forward({ days: 1 });
    const nextDay = await clickOn(world.path);
    app.clock.forward({ seconds: 60 });
    expect(await signs(await convert(world, { click_id: nextDay }))).toEqual([]);
  });

  test("repeat orders from one click are one visitor and not flagged, but an order from another click is", async () => {
    const world = await aLink(app);
    app.clock.forward({ days: 1 });
    const [first, second] = [await clickOn(world.path), await clickOn(world.path)];
    app.clock.forward({ seconds: 60 });
    for (let order = 0; order < 3; order += 1)
      expect(await signs(await convert(world, { click_id: first }))).toEqual([]);
    expect(await signs(await convert(world, { click_id: second }))).toEqual(["shared_address"]);
    expect(await signs(await convert(world, { click_id: first }))).toEqual(["shared_address"]);
  });

  test("the same address at another merchant's shop is not flagged", async () => {
    const [one, two] = [await aLink(app), await aLink(app)];
    app.clock.forward({ days: 1 });
    const [first, second] = [await clickOn(one.path), await clickOn(two.path)];
    app.clock.forward({ seconds: 60 });
    expect(await signs(await convert(one, { click_id: first }))).toEqual([]);
    expect(await signs(await convert(two, { click_id: second }))).toEqual([]);
  });

  test("a code of one affiliate with a click of another is flagged, and the click decides", async () => {
    const world = await aLink(app);
    const other = await anAffiliate(app, world.merchant, world.campaignId);
    const clickId = await clickOn(world.path);
    app.clock.forward({ seconds: 60 });
    const answer = await convert(world, { click_id: clickId, affiliate_code: other.code });
    expect(await signs(answer)).toContain("code_and_click_disagree");
    const listed = await world.merchant.call("GET", `/v1/campaigns/${world.campaignId}/conversions`);
    expect(listed.body.conversions[0].affiliate_id).toBe(world.affiliate.affiliateId);
  });

  test("an order by code without a click is flagged", async () => {
    const world = await aLink(app);
    expect(await signs(await convert(world, { affiliate_code: world.affiliate.code }))).toEqual(["code_without_click"]);
  });
});
