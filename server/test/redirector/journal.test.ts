import { rm } from "node:fs/promises";
import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { parseId, uuidOf } from "../../src/domain/ids.ts";
import { ClickIdMaker } from "../../src/redirector/click-ids.ts";
import type { OpenJournal } from "../../src/redirector/journal/open-journal.ts";
import { markJournalClean } from "../../src/store/clicks/journals.ts";
import { reportReplay } from "../../src/usecases/clicks/click-journals.ts";
import { appForTest, MovableClock, type TestApp, type TestParts, type TestResponse } from "../support/app.ts";
import { cableTo, type Cable } from "../support/cable.ts";
import { cloneDatabase } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { aJournal, newFolder, open } from "./journals.ts";
import { aLink, clickStatistics, follow, type LinkWorld } from "./links.ts";

const TOKEN = "token-of-the-operator";

const track = (
  { merchant, campaignId }: LinkWorld,
  { clickId, order }: { clickId: string | undefined; order: string },
): Promise<TestResponse> =>
  merchant.call("POST", "/v1/conversions", {
    body: { campaign_id: campaignId, click_id: clickId, external_id: order, amount: 10, currency: "EUR" },
  });

interface World {
  readonly app: TestApp;
  readonly cable: Cable;
  readonly folder: string;
  readonly journal: OpenJournal;
  readonly link: LinkWorld;
}

async function aWorld(bytesMax?: number, parts: TestParts = {}): Promise<World> {
  const cable = await cableTo(await cloneDatabase());
  const folder = await newFolder();
  const journal = await open(folder, bytesMax);
  const app = await appForTest(
    { LOG_LEVEL: "silent", METRICS_TOKEN: TOKEN },
    { connection: cable.connection, journal, ...parts },
  );
  const link = await aLink(app);
  expect((await follow(app, link.path)).clickId).toBeDefined();
  return { app, cable, folder, journal, link };
}

/** Links are known and the database is gone. */
async function withoutDatabase(world: World, work: () => Promise<void>): Promise<void> {
  await world.cable.pull();
  try {
    await work();
  } finally {
    await world.cable.plug();
  }
}

const isReplayed = ({ journal }: World): Promise<void> =>
  eventually(async () => expect(await journal.clicks.isEmpty()).toBe(true));

async function stored(app: TestApp, ids: readonly (string | undefined)[]): Promise<number> {
  const uuids = ids.flatMap((text) => {
    const id = parseId("click", text ?? "");
    return id ? [uuidOf(id)] : [];
  });
  const [row] = await app.db.query<{ clicks: bigint }>(sql`
    select count(*) as clicks from clicks where id = any(${uuids}::uuid[])`);
  return Number(row?.clicks);
}

describe("while the database is unavailable", () => {
  test("every redirect has its click ID, and afterwards each click is recorded and counted once", async () => {
    const world = await aWorld();
    const { app, link } = world;
    const ids: (string | undefined)[] = [];
    await withoutDatabase(world, async () => {
      for (let round = 0; round < 5; round += 1) {
        const answers = await Promise.all(Array.from({ length: 20 }, () => follow(app, `${link.path}?sub=mail`)));
        for (const { status, clickId, cookie } of answers) {
          expect([status, cookie?.startsWith("service_id=clk_")]).toEqual([302, true]);
          ids.push(clickId);
        }
      }
      const withCookie = await follow(app, link.path, { cookie: `service_id=${ids[0]}` });
      ids.push(withCookie.clickId);
      for (let n = 0; n < 7; n += 1) expect((await follow(app, `${link.path}?cons=0`)).clickId).toBeUndefined();
    });
    await isReplayed(world);
    expect(new Set(ids).size).toBe(101);
    await eventually(async () => expect(await stored(app, ids)).toBe(101));
    // One before, 101 with an ID, 7 without consent. Of these, the first may have been in a group with an unknown outcome.
    const counted = await clickStatistics(link);
    expect(counted.affiliate).toBe(counted.campaign);
    expect([108, 109]).toContain(counted.campaign);
  });

  test("an order for such a click counts once the click is recorded", async () => {
    const world = await aWorld();
    const { app, link } = world;
    let clickId: string | undefined;
    await withoutDatabase(world, async () => {
      ({ clickId } = await follow(app, link.path));
    });
    await isReplayed(world);
    expect((await track(link, { clickId, order: "order-1" })).status).toBe(200);
  });

  test("an order that follows its click at once can be sent again, if only writing clicks takes too long", async () => {
    const { app, link } = await aWorld(undefined, { patienceMs: 1_000 });
    let clickId: string | undefined;
    await app.db.transaction(async (tx) => {
      await tx.query(sql`lock table clicks in share row exclusive mode`);
      ({ clickId } = await follow(app, link.path));
      const early = await track(link, { clickId, order: "order-1" });
      expect([early.status, early.body.code]).toEqual([503, "click_not_recorded_yet"]);
    });
    await eventually(async () => expect((await track(link, { clickId, order: "order-1" })).status).toBe(200));
  });

  test("a full journal costs only the tracking, and takes clicks again after the replay", async () => {
    const world = await aWorld(1_000);
    const { app, link } = world;
    let tracked = 0;
    const outage = (): Promise<void> =>
      withoutDatabase(world, async () => {
        for (let n = 0; n < 30; n += 1) {
          const { status, clickId } = await follow(app, link.path);
          expect(status).toBe(302);
          if (clickId !== undefined) tracked += 1;
        }
      });
    await outage();
    expect(tracked).toBeGreaterThan(2);
    expect(tracked).toBeLessThan(30);
    await isReplayed(world);
    const before = tracked;
    await outage();
    expect(tracked).toBeGreaterThan(before);
    await isReplayed(world);
    await eventually(async () => expect((await clickStatistics(link)).campaign).toBe(1 + tracked));
  });

  test("the size of a shared journal drops when another process has replayed it", async () => {
    const world = await aWorld();
    const { app, folder, journal, link } = world;
    const other = await open(folder);
    await withoutDatabase(world, async () => {
      await follow(app, link.path);
      expect(journal.clicks.bytes).toBeGreaterThan(0);
      await other.clicks.replay({ replayedBytes: () => Promise.resolve(0), replay: () => Promise.resolve(true) });
    });
    await eventually(() => expect(journal.clicks.bytes).toBe(0));
  });
});

test("without its folder, tracking resumes when the database is back", async () => {
  const folder = await newFolder();
  const cable = await cableTo(await cloneDatabase());
  const journal = await open(folder);
  const app = await appForTest({ LOG_LEVEL: "silent" }, { connection: cable.connection, journal });
  const link = await aLink(app);
  expect((await follow(app, link.path)).clickId).toBeDefined();
  await cable.pull();
  expect((await follow(app, link.path)).clickId).toBeDefined();
  await rm(folder, { recursive: true });
  await follow(app, link.path);
  await cable.plug();
  await eventually(async () => expect((await follow(app, link.path)).clickId).toBeDefined());
});

test("a write that was committed although its response was lost is neither lost nor doubled", async () => {
  const world = await aWorld();
  const { app, cable, link } = world;
  const journaled = async (): Promise<number> => {
    const { text } = await follow(app, "/metrics", { authorization: `Bearer ${TOKEN}` });
    return Number(/^tributary_clicks_journaled_total (\d+)$/m.exec(text)?.[1]);
  };
  for (let round = 0; round < 5; round += 1) {
    // The server's response to the insert, after which the connection breaks.
    cable.cutAfter(Buffer.from("INSERT 0 1\0", "latin1"));
    const { clickId } = await follow(app, link.path);
    expect(clickId).toBeDefined();
    await isReplayed(world);
    await eventually(async () => expect(await stored(app, [clickId])).toBe(1));
  }
  // At least once it was the response to the click's own write that was lost.
  expect(await journaled()).toBeGreaterThan(0);
  await eventually(async () => expect((await clickStatistics(link)).campaign).toBe(6));
});

describe("an order that arrives before its click", () => {
  test("gets a 503 as long as a redirector is cut off, and counts afterwards; a made-up click is unknown at once", async () => {
    const connection = await cloneDatabase();
    const clock = new MovableClock();
    const cable = await cableTo(connection);
    const api = await appForTest({ LOG_LEVEL: "silent" }, { connection, clock });
    const journal = await aJournal();
    const redirector = await appForTest({ LOG_LEVEL: "silent" }, { connection: cable.connection, clock, journal });
    const link = await aLink(api);
    await eventually(async () => expect((await follow(redirector, link.path)).clickId).toBeDefined());
    const madeUp = (): string => new ClickIdMaker().make(clock.now().getTime()).id;
    expect((await track(link, { clickId: madeUp(), order: "made-up" })).status).toBe(404);
    await cable.pull();
    clock.forward({ seconds: 1 });
    const { clickId } = await follow(redirector, link.path);
    expect(clickId).toBeDefined();
    clock.forward({ seconds: 30 });
    const early = await track(link, { clickId, order: "early" });
    expect([early.status, early.headers["retry-after"]]).toEqual([503, "2"]);
    expect(early.text).toContain("click_not_recorded_yet");
    await cable.plug();
    await eventually(async () => expect((await track(link, { clickId, order: "early" })).status).toBe(200));
    await eventually(async () => expect((await track(link, { clickId: madeUp(), order: "made-up" })).status).toBe(404));
  });

  test("gets a 503 after a restart of the database until every redirector has reported", async () => {
    const { app, link } = await aWorld();
    const clickId = new ClickIdMaker().make(app.clock.now().getTime()).id;
    const status = async (): Promise<number> => (await track(link, { clickId, order: "after a restart" })).status;
    expect(await status()).toBe(404);
    const other = "0197f0a0-0000-7000-8000-000000000068";
    const cleanAt = app.clock.after({ seconds: -1 });
    await app.db.query(sql`
      insert into click_journals (id, clean_at, reported_at)
      values (${other}, ${cleanAt}, pg_postmaster_start_time() - interval '1 second')`);
    expect(await status()).toBe(503);
    await app.db.transaction((tx) => markJournalClean(tx, other, cleanAt));
    expect(await status()).toBe(404);
  });

  test("gets a 503 if its redirector is cut off, also after its clock was ahead", async () => {
    const { app, link } = await aWorld();
    const other = "0197f0a0-0000-7000-8000-000000000068";
    for (const at of [app.clock.after({ days: 1 }), app.clock.after({ seconds: -30 })])
      await app.db.transaction((tx) => markJournalClean(tx, other, at));
    const clickId = new ClickIdMaker().make(app.clock.now().getTime()).id;
    expect((await track(link, { clickId, order: "after the clock was set" })).status).toBe(503);
  });

  test("gets a 503 while a redirector replays what an outage of two days left behind, and a 404 if it is gone", async () => {
    const { app, link } = await aWorld();
    const other = "0197f0a0-0000-7000-8000-000000000068";
    await app.db.transaction((tx) => markJournalClean(tx, other, app.clock.after({ days: -2 })));
    const clickId = new ClickIdMaker().make(app.clock.now().getTime()).id;
    const status = async (): Promise<number> => (await track(link, { clickId, order: "after two days" })).status;
    expect(await status()).toBe(404);
    await reportReplay(app.services, other);
    expect(await status()).toBe(503);
    await app.db.query(sql`
      update click_journals set reported_at = ${app.clock.after({ days: -1, ms: -1 })} where id = ${other}`);
    expect(await status()).toBe(404);
  });
});
