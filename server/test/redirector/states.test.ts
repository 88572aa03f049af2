import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AffiliationAction } from "../../src/domain/affiliation.ts";
import { parseId } from "../../src/domain/ids.ts";
import { changeAffiliation } from "../../src/usecases/affiliates/change-affiliation.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { eventually as soon } from "../support/eventually.ts";
import { anAffiliate } from "../support/world.ts";
import { aLink, clickStatistics, follow, type LinkWorld } from "./links.ts";

/** Two processes on one database: a change through one must soon apply to the other. */
let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await startApp();
  other = await startApp({}, app);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

/** A link that both processes have cached. */
async function aWarmLink(campaign: Record<string, unknown> = {}): Promise<LinkWorld> {
  const world = await aLink(app, campaign);
  expect((await follow(app, world.path)).status).toBe(302);
  expect((await follow(other, world.path)).status).toBe(302);
  return world;
}

const patch = (world: LinkWorld, body: object) =>
  world.merchant.call("PATCH", `/v1/campaigns/${world.campaignId}`, { body });

function change({ merchant, affiliate }: LinkWorld, action: AffiliationAction): Promise<unknown> {
  const id = parseId("affiliation", affiliate.affiliationId);
  if (!id) throw new Error("No affiliation.");
  return changeAffiliation(merchant.context, { id, action });
}

async function expectPlainRedirects(world: LinkWorld): Promise<void> {
  for (const process of [app, other]) {
    const { status, location, cookie } = await follow(process, world.path);
    expect({ status, location, cookie }).toEqual({
      status: 302,
      location: "https://shop.example/spring",
      cookie: undefined,
    });
  }
}

/** Redirected to the target, and nothing else happens. */
async function expectUntracked(world: LinkWorld): Promise<void> {
  // First without the statistics: each key has a hundred requests a minute.
  await expectPlainRedirects(world);
  const before = await clickStatistics(world);
  await expectPlainRedirects(world);
  expect(await clickStatistics(world)).toEqual(before);
}

async function expectTracked(world: LinkWorld): Promise<void> {
  for (const process of [app, other]) expect((await follow(process, world.path)).clickId).toBeDefined();
}

// Each process asks for changes every second.
describe("soon, on every process,", () => {
  test("a paused campaign redirects to its target untracked, and tracks again when it is resumed", async () => {
    const world = await aWarmLink();
    await patch(world, { status: "paused" });
    await soon(() => expectUntracked(world));
    await patch(world, { status: "active" });
    await soon(() => expectTracked(world));
  });

  test("an archived campaign redirects to its target untracked", async () => {
    const world = await aWarmLink();
    await world.merchant.call("DELETE", `/v1/campaigns/${world.campaignId}`);
    await soon(() => expectUntracked(world));
  });

  test("a removed affiliate's link redirects to the target untracked", async () => {
    const world = await aWarmLink();
    await world.merchant.call("DELETE", `/v1/campaigns/${world.campaignId}/affiliates/${world.affiliate.affiliateId}`);
    await soon(async () => {
      for (const process of [app, other]) {
        const { location, cookie } = await follow(process, world.path);
        expect({ location, cookie }).toEqual({ location: "https://shop.example/spring", cookie: undefined });
      }
    });
  });

  test("a suspended affiliate's link redirects to the target untracked, and tracks again when restored", async () => {
    const world = await aWarmLink();
    await change(world, "suspend");
    await soon(() => expectUntracked(world));
    await change(world, "restore");
    await soon(() => expectTracked(world));
  });

  test("a pending affiliate's link is untracked until approved, and after a rejection", async () => {
    const world = await aWarmLink({ visibility: "private" });
    await expectUntracked(world);
    await change(world, "reject");
    await soon(() => expectUntracked(world));
    await change(world, "approve");
    await soon(() => expectTracked(world));
  });

  test("a new target receives the customers", async () => {
    const world = await aWarmLink();
    await patch(world, { target_url: "https://new.example/summer?x=1" });
    await soon(async () => {
      for (const process of [app, other])
        expect((await follow(process, world.path)).location).toMatch(
          /^https:\/\/new\.example\/summer\?x=1&service_id=clk_/,
        );
    });
  });

  test("a new attribution window applies to new clicks", async () => {
    const world = await aWarmLink();
    await patch(world, { attribution_window: 7 });
    await soon(async () => {
      for (const process of [app, other])
        expect((await follow(process, world.path)).cookie).toContain("; Max-Age=604800;");
    });
  });

  test("a new affiliate's link works immediately, even if it was requested a moment too early", async () => {
    const { merchant, campaignId } = await aWarmLink();
    const newcomer = await anAffiliate(app, merchant, campaignId);
    expect((await follow(other, `/r/${newcomer.code}`)).clickId).toBeDefined();
  });
});

test("a change in a long transaction applies when it commits, whatever happened meanwhile", async () => {
  const world = await aWarmLink();
  const { default: sql } = await import("sql-template-tag");
  let commit: () => void = () => {};
  const mayCommit = new Promise<void>((resolve) => {
    commit = resolve;
  });
  const long = app.db.transaction(async (tx) => {
    await tx.query(sql`update campaigns set status = 'paused' where name is not null`);
    await mayCommit;
  });
  // Others commit, and the processes check for changes several times, while it is still open.
  const later = await aLink(app);
  await soon(async () => expect((await follow(other, later.path)).clickId).toBeDefined());
  await expectTracked(world);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  commit();
  await long;
  await soon(() => expectUntracked(world));
});
