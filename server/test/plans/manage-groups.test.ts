import { describe, expect, it } from "vitest";
import type { TestResponse } from "../support/app.ts";
import { aShop, expectFailure, track, worldForFile, type Shop } from "../support/shop.ts";
import { anAffiliate, type Joined } from "../support/world.ts";

const world = worldForFile();

const plan = (value: number) => ({ base: { type: "percentage", value } });
const send = (shop: Shop, [method, path]: readonly [string, string], body?: unknown): Promise<TestResponse> =>
  shop.merchant.call(method, `/v1/campaigns/${shop.campaignId}/${path}`, body === undefined ? {} : { body });
const groupsOf = async (shop: Shop) => (await send(shop, ["GET", "groups"])).body.groups;
async function aGroup(shop: Shop, body: object): Promise<string> {
  const { status, text, body: made } = await send(shop, ["POST", "groups"], body);
  expect(`${status} ${text}`).toMatch(/^200 /);
  return made.group.id as string;
}
const own = ({ affiliate }: Shop, part: string): string => `affiliates/${affiliate.affiliateId}/${part}`;
const decidingFor = async (shop: Shop) => (await send(shop, ["GET", own(shop, "plan")])).body.affiliate_plan;
const moveTo = (shop: Shop, group: string | null): Promise<TestResponse> =>
  send(shop, ["PUT", own(shop, "group")], { group_id: group });
const commissionOf = async (shop: Shop): Promise<number> => (await track(shop)).body.conversion.commission as number;
const another = ({ app, merchant, campaignId }: Shop): Promise<Joined> => anAffiliate(app, merchant, campaignId);

describe("the plan that decides", () => {
  it("is the affiliate's own, else the group's, else the campaign's, and never a mix", async () => {
    const shop = await aShop(world.app, { plan: { ...plan(10), limits: { order_max: 1 } } });
    const group = await aGroup(shop, { name: "VIP", plan: plan(20) });
    expect(await decidingFor(shop)).toMatchObject({ source: "campaign", plan_version: 1, group_id: null });
    expect(await commissionOf(shop)).toBe(1);
    const moved = await moveTo(shop, group);
    const ofGroup = { source: "group", plan: plan(20), plan_version: 2, group_id: group };
    expect(moved.body).toEqual({ success: true, affiliate_plan: ofGroup });
    expect(await commissionOf(shop)).toBe(20);
    const set = await send(shop, ["PUT", own(shop, "plan")], { plan: plan(30) });
    const override = { source: "override", plan: plan(30), plan_version: 3, group_id: group };
    expect(set.body).toEqual({ success: true, affiliate_plan: override });
    expect(await commissionOf(shop)).toBe(30);
    expect((await send(shop, ["DELETE", own(shop, "plan")])).body.affiliate_plan).toEqual(ofGroup);
    expect((await moveTo(shop, null)).body.affiliate_plan).toMatchObject({ source: "campaign", plan_version: 1 });
    expect(await commissionOf(shop)).toBe(1);
  });

  it("is the base if the campaign has no plan, and the campaign's if the group has none", async () => {
    const shop = await aShop(world.app);
    const base = { source: "campaign", plan: plan(10), plan_version: null };
    expect(await decidingFor(shop)).toEqual({ ...base, group_id: null });
    const group = await aGroup(shop, { name: "VIP" });
    await moveTo(shop, group);
    expect(await decidingFor(shop)).toEqual({ ...base, group_id: group });
  });

  it("is only changed for the affiliate who got a plan of their own", async () => {
    const shop = await aShop(world.app);
    const other = { ...shop, affiliate: await another(shop) };
    await send(shop, ["PUT", own(shop, "plan")], { plan: plan(30) });
    expect([await commissionOf(shop), await commissionOf(other)]).toEqual([30, 10]);
  });

  it("gets a new version only if it changes", async () => {
    const shop = await aShop(world.app);
    for (const value of [30, 30, 35, 30]) await send(shop, ["PUT", own(shop, "plan")], { plan: plan(value) });
    expect((await decidingFor(shop)).plan_version).toBe(3);
    for (const _ of [1, 2]) expect((await send(shop, ["DELETE", own(shop, "plan")])).status).toBe(200);
  });
});

describe("a group", () => {
  it("is created, listed by name, renamed and deleted", async () => {
    const shop = await aShop(world.app);
    const second = await aGroup(shop, { name: "  Partners " });
    const first = await aGroup(shop, { name: "best", plan: plan(20) });
    const created_at = world.app.clock.now().toISOString();
    expect(await groupsOf(shop)).toEqual([
      { id: first, name: "best", plan: plan(20), plan_version: 1, affiliates: 0, created_at },
      { id: second, name: "Partners", plan: null, plan_version: null, affiliates: 0, created_at },
    ]);
    await moveTo(shop, second);
    const renamed = await send(shop, ["PATCH", `groups/${second}`], { name: "Friends" });
    expect(renamed.body.group).toEqual({
      id: second,
      name: "Friends",
      plan: null,
      plan_version: null,
      affiliates: 1,
      created_at,
    });
    const gone = await send(shop, ["DELETE", `groups/${first}`]);
    expect(gone.body).toEqual({ success: true, message: "Group deleted." });
    expect((await groupsOf(shop)).map(({ name }: { name: string }) => name)).toEqual(["Friends"]);
  });

  it("keeps its plan if the plan is not given, and loses it if it is null", async () => {
    const shop = await aShop(world.app);
    const group = await aGroup(shop, { name: "VIP", plan: plan(20) });
    await send(shop, ["PATCH", `groups/${group}`], { name: "Best" });
    await send(shop, ["PATCH", `groups/${group}`], { plan: plan(20) });
    expect((await groupsOf(shop))[0]).toMatchObject({ plan: plan(20), plan_version: 1 });
    await send(shop, ["PATCH", `groups/${group}`], { plan: plan(25) });
    expect((await groupsOf(shop))[0]).toMatchObject({ plan: plan(25), plan_version: 2 });
    await send(shop, ["PATCH", `groups/${group}`], { plan: null });
    expect((await groupsOf(shop))[0]).toMatchObject({ plan: null, plan_version: null });
  });

  it("leaves its affiliates with the campaign's plan when it is deleted", async () => {
    const shop = await aShop(world.app);
    const group = await aGroup(shop, { name: "VIP", plan: plan(20) });
    await moveTo(shop, group);
    await send(shop, ["DELETE", `groups/${group}`]);
    expect(await decidingFor(shop)).toMatchObject({ source: "campaign", group_id: null });
    expect(await commissionOf(shop)).toBe(10);
  });

  it("needs a name of its own in the campaign, but not in the account", async () => {
    const shop = await aShop(world.app);
    const group = await aGroup(shop, { name: "VIP" });
    await aGroup(shop, { name: "Others" });
    expectFailure(await send(shop, ["POST", "groups"], { name: " VIP" }), [400, "group_name_taken"]);
    expectFailure(await send(shop, ["POST", "groups"], { name: "vip" }), [400, "group_name_taken"]);
    expectFailure(await send(shop, ["PATCH", `groups/${group}`], { name: "Others" }), [400, "group_name_taken"]);
    expectFailure(await send(shop, ["PATCH", `groups/${group}`], { name: "others" }), [400, "group_name_taken"]);
    expect((await send(shop, ["PATCH", `groups/${group}`], { name: "VIP" })).status).toBe(200);
    expect((await send(shop, ["PATCH", `groups/${group}`], { name: "vip" })).status).toBe(200);
    await aGroup(await aShop(world.app), { name: "VIP" });
  });

  it("of another campaign is not found", async () => {
    const [shop, other] = [await aShop(world.app), await aShop(world.app)];
    const group = await aGroup(other, { name: "VIP" });
    expectFailure(await moveTo(shop, group), [404, "group_not_found"]);
    expectFailure(await send(shop, ["PATCH", `groups/${group}`], { name: "Mine" }), [404, "group_not_found"]);
    expectFailure(await send(shop, ["DELETE", `groups/${group}`]), [404, "group_not_found"]);
    expect(await groupsOf(other)).toHaveLength(1);
  });
});

describe("bad input", () => {
  it.each([
    [{ name: "" }, "invalid_request", "name must be text of 1 to 120 characters."],
    [{ name: "  " }, "invalid_request", "name must be text of 1 to 120 characters."],
    [{ name: "x".repeat(121) }, "invalid_request", "name must be text of 1 to 120 characters."],
    [{}, "invalid_request", "name is required and must be text of 1 to 120 characters."],
    [{ name: "VIP", plan: {} }, "invalid_plan", "plan.base is required."],
    [
      { name: "VIP", plan: plan(101) },
      "invalid_plan",
      "plan.base.value must be a number from 0 to 100 with at most 4 decimals.",
    ],
  ])("%j creates no group", async (body, code, sentence) => {
    const shop = await aShop(world.app);
    const refused = await send(shop, ["POST", "groups"], body);
    expectFailure(refused, [400, code]);
    expect(refused.body.error).toBe(sentence);
    expect(await groupsOf(shop)).toEqual([]);
  });

  it.each([
    [{}, "invalid_request", "plan is required and must be an object."],
    [{ plan: null }, "invalid_plan", "plan must be an object."],
    [{ plan: { base: { type: "free" } } }, "invalid_plan", "plan.base.type must be fixed or percentage."],
  ])("%j sets no plan of an affiliate", async (body, code, sentence) => {
    const shop = await aShop(world.app);
    const refused = await send(shop, ["PUT", own(shop, "plan")], body);
    expectFailure(refused, [400, code]);
    expect(refused.body.error).toBe(sentence);
    expect((await decidingFor(shop)).source).toBe("campaign");
  });

  it.each([[{}], [{ group_id: 5 }], [{ group_id: ["a"] }]])("%j moves nobody", async (body) => {
    const shop = await aShop(world.app);
    expectFailure(await send(shop, ["PUT", own(shop, "group")], body), [400, "invalid_request"]);
  });

  it("names no affiliate who has left the campaign", async () => {
    const shop = await aShop(world.app);
    await send(shop, ["DELETE", `affiliates/${shop.affiliate.affiliateId}`]);
    expectFailure(await send(shop, ["PUT", own(shop, "plan")], { plan: plan(30) }), [404, "affiliate_not_found"]);
    expectFailure(await moveTo(shop, null), [404, "affiliate_not_found"]);
  });
});
