import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import sql from "sql-template-tag";
import { appForTest, MovableClock, startApp, type TestApp } from "../support/app.ts";
import { cableTo, type Cable } from "../support/cable.ts";
import { cloneDatabase } from "../support/database.ts";
import { aLink, clickStatistics, follow, portOf } from "./links.ts";

// Outages take real seconds, and a busy machine takes longer.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const TOKEN = "token-of-the-operator";

async function appOnCable(): Promise<{ app: TestApp; cable: Cable }> {
  const cable = await cableTo(await cloneDatabase());
  const app = await startApp(
    { LOG_LEVEL: "silent", METRICS_TOKEN: TOKEN },
    { connection: cable.connection, clock: new MovableClock() },
  );
  onTestFinished(async () => {
    await app.close();
    await cable.pull();
  });
  return { app, cable };
}

async function metric(app: TestApp, line: string): Promise<number> {
  const { text } = await follow(app, "/metrics", { authorization: `Bearer ${TOKEN}` });
  return Number(
    text
      .split("\n")
      .find((each) => each.startsWith(`${line} `))
      ?.split(" ")[1],
  );
}

describe("while the database is away", () => {
  test("customers of known links reach the target untracked, and a counter says so; afterwards all is well by itself", async () => {
    const { app, cable } = await appOnCable();
    const world = await aLink(app);
    const before = await follow(app, world.path);
    expect(before.clickId).toBeDefined();
    await cable.pull();
    for (let n = 0; n < 5; n += 1) {
      const { status, location, cookie } = await follow(app, world.path);
      expect({ status, location, cookie }).toEqual({
        status: 302,
        location: "https://shop.example/spring",
        cookie: undefined,
      });
    }
    expect(await metric(app, 'tributary_redirects_untracked_total{reason="database_away"}')).toBe(5);
    await cable.plug();
    await vi.waitFor(async () => expect((await follow(app, world.path)).clickId).toBeDefined(), { timeout: 10_000 });
    expect((await clickStatistics(world)).campaign).toBe(await metric(app, "tributary_clicks_recorded_total"));
  });

  test("a link that nobody has followed yet is known all the same", async () => {
    const { app, cable } = await appOnCable();
    const world = await aLink(app);
    await vi.waitFor(async () => expect(await metric(app, "tributary_links_known")).toBe(1), { timeout: 5_000 });
    await cable.pull();
    expect((await follow(app, world.path)).location).toBe("https://shop.example/spring");
  });

  test("a visitor with a cookie is redirected, and the cookie is left alone", async () => {
    const { app, cable } = await appOnCable();
    const world = await aLink(app);
    const { clickId } = await follow(app, world.path);
    await cable.pull();
    const again = await follow(app, world.path, { cookie: `service_id=${clickId}` });
    expect([again.status, again.location, again.cookie]).toEqual([302, "https://shop.example/spring", undefined]);
  });

  test("a code that was never seen gets a page that asks for patience, not one that says it is unknown", async () => {
    const { app, cable } = await appOnCable();
    await cable.pull();
    const { status, headers } = await follow(app, "/r/mayberight");
    expect(status).toBe(503);
    expect(headers["retry-after"]).toBe("2");
  });

  test("a change that was made meanwhile holds after it", async () => {
    const { app, cable } = await appOnCable();
    const world = await aLink(app);
    const other = await startApp({}, { connection: await directTo(app), clock: app.clock });
    onTestFinished(() => other.close());
    await follow(app, world.path);
    await cable.pull();
    await sleep(1_500);
    await other.db.query(sql`update campaigns set status = 'paused'`);
    await cable.plug();
    await vi.waitFor(async () => expect((await follow(app, world.path)).clickId).toBeUndefined(), { timeout: 5_000 });
    await sleep(1_500);
    expect((await follow(app, world.path)).clickId).toBeUndefined();
  });
});

/** The same database without the cable. */
async function directTo(app: TestApp) {
  const { inject } = await import("vitest");
  const { inDatabase } = await import("../support/global-setup.ts");
  const { connection } = app;
  const name = connection.database ?? new URL(connection.connectionString ?? "").pathname.slice(1);
  return inDatabase(inject("server").connection, name);
}

describe("locks", () => {
  test("on a campaign's row for ten seconds do not touch redirects: all are recorded meanwhile", async () => {
    const app = await appForTest();
    const world = await aLink(app);
    let held = true;
    const holding = app.db.transaction(async (tx) => {
      await tx.query(sql`select id from campaigns for update`);
      await tx.query(sql`select id from affiliations for update`);
      await sleep(10_000);
      held = false;
    });
    let recorded = 0;
    while (held) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => follow(app, world.path)));
      for (const { clickId } of answers) expect(clickId).toBeDefined();
      recorded += answers.length;
    }
    await holding;
    expect(recorded).toBeGreaterThan(0);
    expect((await clickStatistics(world)).campaign).toBe(recorded);
  });

  test("on the clicks themselves cost a customer a second at most, and then only the tracking", async () => {
    const app = await appForTest({ LOG_LEVEL: "silent" });
    const world = await aLink(app);
    await follow(app, world.path);
    let release: () => void = () => {};
    let locked: () => void = () => {};
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve;
    });
    const holding = app.db.transaction(async (tx) => {
      await tx.query(sql`lock table clicks in access exclusive mode`);
      locked();
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    await isLocked;
    // The lock is held until after the answers: they cannot have waited for it.
    const answers = await Promise.all(Array.from({ length: 50 }, () => follow(app, world.path)));
    release();
    await holding;
    for (const { status, location } of answers)
      expect([status, location]).toEqual([302, "https://shop.example/spring"]);
    await vi.waitFor(async () => expect((await follow(app, world.path)).clickId).toBeDefined(), { timeout: 10_000 });
  });
});

test("closing answers everyone who is on the way and keeps their clicks", async () => {
  const app = await startApp();
  const world = await aLink(app);
  await portOf(app);
  let arrived = 0;
  const allArrived = new Promise<void>((resolve) => {
    app.http.server.prependListener("request", () => {
      arrived += 1;
      if (arrived === 50) resolve();
    });
  });
  const onTheWay = Array.from({ length: 50 }, () => follow(app, world.path));
  await allArrived;
  const closing = app.close();
  const ids = (await Promise.all(onTheWay)).map(({ clickId }) => clickId);
  await closing;
  expect(ids.every((id) => id !== undefined)).toBe(true);
  const other = await startApp({}, app);
  onTestFinished(() => other.close());
  const [row] = await other.db.query<{ stored: bigint; counted: bigint }>(sql`
    select (select count(*) from clicks) as stored, (select max(clicks) from click_totals) as counted`);
  expect(row).toEqual({ stored: 50n, counted: 50n });
});
