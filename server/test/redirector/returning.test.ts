import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { idOf } from "../../src/domain/ids.ts";
import { random } from "../../src/system/random.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { anAffiliate } from "../support/world.ts";
import { aLink, clickStatistics, follow } from "./links.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const presenting = (...ids: (string | undefined)[]) => ({ cookie: ids.map((id) => `service_id=${id}`).join("; ") });

describe("a visitor who follows the same link again", () => {
  test("within an hour keeps the click and is not counted again", async () => {
    const world = await aLink(app);
    const first = await follow(app, world.path);
    app.clock.forward({ seconds: 3_599 });
    const again = await follow(app, world.path, presenting(first.clickId));
    expect(again.clickId).toBe(first.clickId);
    expect(again.cookie).toContain(`service_id=${first.clickId}; Max-Age=${30 * 86_400 - 3_599};`);
    expect(await clickStatistics(world)).toEqual({ campaign: 1, affiliate: 1 });
  });

  test("after an hour gets a new click", async () => {
    const world = await aLink(app);
    const first = await follow(app, world.path);
    app.clock.forward({ hours: 1 });
    const again = await follow(app, world.path, presenting(first.clickId));
    expect(again.clickId).toBeDefined();
    expect(again.clickId).not.toBe(first.clickId);
    expect(await clickStatistics(world)).toEqual({ campaign: 2, affiliate: 2 });
  });

  test("still reaches the page of a deep link", async () => {
    const world = await aLink(app);
    const first = await follow(app, world.path);
    const again = await follow(app, `${world.path}?to=/shoes`, presenting(first.clickId));
    expect(again.location).toBe(`https://shop.example/shoes?service_id=${first.clickId}`);
  });

  test("is recognized among several cookies of the same name", async () => {
    const world = await aLink(app);
    const first = await follow(app, world.path);
    const forged = idOf("click", random.uuid(app.clock.now()));
    const headers = { cookie: `theme=dark; service_id=${forged}; service_id=${first.clickId}; lang=de` };
    expect((await follow(app, world.path, headers)).clickId).toBe(first.clickId);
  });
});

describe("a service_id that is not a click on this link", () => {
  test("but on another affiliate's does not count as a visit: the last click wins", async () => {
    const world = await aLink(app);
    const other = await anAffiliate(app, world.merchant, world.campaignId);
    const first = await follow(app, `/r/${other.code}`);
    const second = await follow(app, world.path, presenting(first.clickId));
    expect(second.clickId).toBeDefined();
    expect(second.clickId).not.toBe(first.clickId);
    expect((await clickStatistics(world)).affiliate).toBe(1);
  });

  test("but on another account's does not either", async () => {
    const foreign = await aLink(app);
    const stolen = await follow(app, foreign.path);
    const world = await aLink(app);
    const followed = await follow(app, world.path, presenting(stolen.clickId));
    expect(followed.clickId).not.toBe(stolen.clickId);
    expect(await clickStatistics(foreign)).toEqual({ campaign: 1, affiliate: 1 });
  });

  const now = () => app.clock.now();
  test.each<[string, () => string]>([
    ["made up, with the current time", () => idOf("click", random.uuid(now()))],
    ["made up, with a future time", () => idOf("click", random.uuid(new Date(now().getTime() + 60_000)))],
    ["of another kind", () => idOf("conversion", random.uuid(now()))],
    ["not an ID", () => "1 or 1=1"],
    ["empty", () => ""],
    ["very long", () => `clk_${"0".repeat(6_000)}`],
    ["in quotes", () => `"${idOf("click", random.uuid(now()))}"`],
    ["not ASCII", () => "clk_%F0%9F%98%80"],
    ["all zeros", () => `clk_${"0".repeat(26)}`],
    ["larger than a UUID", () => `clk_${"z".repeat(26)}`],
  ])("%s is ignored: the visit is counted and gets a new ID", async (_what, id) => {
    const world = await aLink(app);
    const presented = id();
    const followed = await follow(app, world.path, presenting(presented));
    expect(followed.status).toBe(302);
    expect(followed.clickId).toMatch(/^clk_[0-9a-z]{26}$/);
    expect(followed.clickId).not.toBe(presented);
    expect(await clickStatistics(world)).toEqual({ campaign: 1, affiliate: 1 });
  });
});
