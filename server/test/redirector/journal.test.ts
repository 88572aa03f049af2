import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sql from "sql-template-tag";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { NewClick } from "../../src/domain/click.ts";
import { parseId, uuidOf } from "../../src/domain/ids.ts";
import { ClickIdMaker } from "../../src/redirector/click-ids.ts";
import type { Replayer } from "../../src/redirector/journal/click-journal.ts";
import { openJournal, type OpenJournal } from "../../src/redirector/journal/open-journal.ts";
import { readClickTotals } from "../../src/store/clicks/clicks.ts";
import { recordClicks } from "../../src/usecases/clicks/record-clicks.ts";
import { replayClicks, replayedBytes } from "../../src/usecases/clicks/replay-clicks.ts";
import { appForFile, appForTest, MovableClock, type TestApp, type TestResponse } from "../support/app.ts";
import { cableTo, type Cable } from "../support/cable.ts";
import { cloneDatabase } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { together } from "../support/parallel.ts";
import { aLink, clickStatistics, follow, type LinkWorld } from "./links.ts";

const MEGABYTE = 1_000_000;

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "journal-"));
const aJournal = async (bytesMax = MEGABYTE): Promise<OpenJournal> => open(await newFolder(), bytesMax);

async function open(folder: string, bytesMax = MEGABYTE): Promise<OpenJournal> {
  const journal = await openJournal(folder, bytesMax);
  onTestFinished(() => journal.clicks.close());
  return journal;
}

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
  readonly journal: OpenJournal;
  readonly link: LinkWorld;
}

async function aWorld(bytesMax?: number): Promise<World> {
  const cable = await cableTo(await cloneDatabase());
  const journal = await aJournal(bytesMax);
  const app = await appForTest({ LOG_LEVEL: "silent" }, { connection: cable.connection, journal });
  const link = await aLink(app);
  expect((await follow(app, link.path)).clickId).toBeDefined();
  return { app, cable, journal, link };
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
});

test("a write that was committed although its response was lost is neither lost nor doubled", async () => {
  const world = await aWorld();
  const { app, cable, link } = world;
  for (let round = 0; round < 5; round += 1) {
    // The server's response to the insert, after which the connection breaks.
    cable.cutAfter(Buffer.from("INSERT 0 1\0", "latin1"));
    const { clickId } = await follow(app, link.path);
    expect(clickId).toBeDefined();
    await isReplayed(world);
    await eventually(async () => expect(await stored(app, [clickId])).toBe(1));
  }
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
    clock.forward({ seconds: 20 });
    const early = await track(link, { clickId, order: "early" });
    expect([early.status, early.headers["retry-after"]]).toEqual([503, "2"]);
    expect(early.text).toContain("click_not_recorded_yet");
    await cable.plug();
    await eventually(async () => expect((await track(link, { clickId, order: "early" })).status).toBe(200));
    await eventually(async () => expect((await track(link, { clickId: madeUp(), order: "made-up" })).status).toBe(404));
  });
});

describe("replays", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await appForFile();
  });

  const ids = new ClickIdMaker();
  const uuid = (): Buffer => ids.make(app.clock.now().getTime()).bytes;
  const aScope = (): NewClick["scope"] => ({ account: uuid(), campaign: uuid(), affiliation: uuid() });
  const aClick = (scope: NewClick["scope"], isKept = true): NewClick => {
    const at = app.clock.now().getTime();
    const id = isKept ? uuid() : null;
    return { id, scope, clickedAtMs: at, expiresAtMs: at + 1_000, sub: "ä", addressHash: null };
  };
  const replayer = (): Replayer => ({
    replayedBytes: (segment) => replayedBytes(app.services, segment),
    replay: (clicks, part) => replayClicks(app.services, clicks, part),
  });
  const figures = async ({ campaign }: NewClick["scope"]): Promise<{ stored: number; counted: number }> => {
    const [row] = await app.db.query<{ id: string; stored: bigint }>(sql`
      select campaign_id as id, count(*) as stored from clicks
      where campaign_id = ${campaign.toString("hex")} group by campaign_id`);
    if (!row) return { stored: 0, counted: 0 };
    const totals = await readClickTotals(app.db, [row.id]);
    return { stored: Number(row.stored), counted: totals.get(row.id) ?? 0 };
  };

  test("of a part that was recorded but not removed change nothing", async () => {
    const folder = await newFolder();
    const { clicks: journal } = await open(folder);
    const scope = aScope();
    await journal.append([aClick(scope), aClick(scope, false)]);
    await journal.append([aClick(scope)]);
    const died = {
      ...replayer(),
      replay: async (...part: Parameters<Replayer["replay"]>) => {
        await replayClicks(app.services, ...part);
        throw new Error("killed");
      },
    };
    await expect(journal.replay(died)).rejects.toThrow("killed");
    expect(await readdir(folder)).toHaveLength(2);
    await journal.replay(replayer());
    await journal.replay(replayer());
    expect(await figures(scope)).toEqual({ stored: 2, counted: 3 });
    expect(await readdir(folder)).toEqual(["id"]);
  });

  test("record a click once that the database already had", async () => {
    const { clicks: journal } = await aJournal();
    const scope = aScope();
    const [first, second] = [aClick(scope), aClick(scope)];
    await recordClicks(app.services, [first]);
    await journal.append([first, second]);
    await journal.replay(replayer());
    expect(await figures(scope)).toEqual({ stored: 2, counted: 2 });
  });

  test("by several processes, while others write, lose and double nothing", async () => {
    const folder = await newFolder();
    const scope = aScope();
    let written = 0;
    let isWriting = true;
    const writers = together(4, async () => {
      const { clicks: journal } = await open(folder);
      for (let n = 0; n < 60; n += 1) {
        const group = Array.from({ length: 1 + (n % 5) }, () => aClick(scope));
        await journal.append(group);
        written += group.length;
      }
      await journal.close();
    }).finally(() => (isWriting = false));
    const readers = together(3, async () => {
      const { clicks: journal } = await open(folder);
      while (isWriting) await journal.replay(replayer());
    });
    await Promise.all([writers, readers]);
    const { clicks: journal } = await open(folder);
    await journal.replay(replayer());
    expect(await figures(scope)).toEqual({ stored: written, counted: written });
    expect(await readdir(folder)).toEqual(["id"]);
  });
});
