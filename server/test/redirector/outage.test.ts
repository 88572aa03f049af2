import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import sql from "sql-template-tag";
import type { Connection } from "../../src/db/database.ts";
import { uuidOf, type CampaignId } from "../../src/domain/ids.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { cableTo, type Cable } from "../support/cable.ts";
import { cloneDatabase } from "../support/database.ts";
import { asAdmin, inDatabase } from "../support/global-setup.ts";
import { hold } from "../support/held.ts";
import { aLink, clickStatistics, follow, portOf, type LinkWorld } from "./links.ts";
import { eventually } from "../support/eventually.ts";

const TOKEN = "token-of-the-operator";
const UNTRACKED = 'tributary_redirects_untracked_total{reason="database_away"}';

let app: TestApp;
let cable: Cable;
beforeAll(async () => {
  cable = await cableTo(await cloneDatabase());
  app = await startApp({ LOG_LEVEL: "silent", METRICS_TOKEN: TOKEN }, { connection: cable.connection });
});
afterAll(async () => {
  await app.close();
  await cable.pull();
});

/** Disconnects the database until the end of the test or until `plug`. */
async function pull({ path }: { path: string }): Promise<{ plug: () => Promise<void> }> {
  await cable.pull();
  let plugged: Promise<void> | undefined;
  const plug = (): Promise<void> => (plugged ??= cable.plug());
  onTestFinished(async () => {
    await plug();
    await eventually(() => app.db.query(sql`select`));
    await eventually(async () => expect((await follow(app, path)).status).toBe(302));
  });
  return { plug };
}

const untilTracked = (path: string): Promise<void> =>
  eventually(async () => expect((await follow(app, path)).clickId).toBeDefined());

async function metric(line: string): Promise<number> {
  const { text } = await follow(app, "/metrics", { authorization: `Bearer ${TOKEN}` });
  return Number(
    text
      .split("\n")
      .find((each) => each.startsWith(`${line} `))
      ?.split(" ")[1],
  );
}

describe("while the database is unavailable", () => {
  test("customers of known links reach the target untracked, and a counter shows it; afterwards tracking resumes automatically", async () => {
    const world = await aLink(app);
    const before = await follow(app, world.path);
    expect(before.clickId).toBeDefined();
    const untracked = await metric(UNTRACKED);
    const { plug } = await pull(world);
    for (let n = 0; n < 5; n += 1) {
      const { status, location, cookie } = await follow(app, world.path);
      expect({ status, location, cookie }).toEqual({
        status: 302,
        location: "https://shop.example/spring",
        cookie: undefined,
      });
    }
    expect(await metric(UNTRACKED)).toBe(untracked + 5);
    await plug();
    await untilTracked(world.path);
    expect((await clickStatistics(world)).campaign).toBe(await metric("tributary_clicks_recorded_total"));
  });

  test("a link that nobody has followed yet is already known", async () => {
    const known = await metric("tributary_links_known");
    const world = await aLink(app);
    await eventually(async () => expect(await metric("tributary_links_known")).toBe(known + 1));
    await pull(world);
    expect((await follow(app, world.path)).location).toBe("https://shop.example/spring");
  });

  test("a visitor with a cookie is redirected, and the cookie is kept", async () => {
    const world = await aLink(app);
    const { clickId } = await follow(app, world.path);
    await pull(world);
    const again = await follow(app, world.path, { cookie: `service_id=${clickId}` });
    expect([again.status, again.location, again.cookie]).toEqual([302, "https://shop.example/spring", undefined]);
  });

  test("an unknown code gets a page that says to retry, not one that says it does not exist", async () => {
    await pull(await aLink(app));
    const { status, headers } = await follow(app, "/r/mayberight");
    expect(status).toBe(503);
    expect(headers["retry-after"]).toBe("2");
  });

  test("a change made meanwhile applies afterwards", async () => {
    const world = await aLink(app);
    await follow(app, world.path);
    const { plug } = await pull(world);
    await sleep(1_500);
    await asAdmin(withoutCable(), (admin) => admin.query("update campaigns set status = 'paused'"));
    await plug();
    await eventually(async () => expect((await follow(app, world.path)).clickId).toBeUndefined());
    await sleep(1_500);
    expect((await follow(app, world.path)).clickId).toBeUndefined();
  });
});

/** The same database, without the cable. */
function withoutCable(): Connection {
  const { connection } = app;
  const name = connection.database ?? new URL(connection.connectionString ?? "").pathname.slice(1);
  return inDatabase(inject("server").connection, name);
}

describe("locks", () => {
  test("on a campaign's row do not block redirects: all are recorded and counted meanwhile", async () => {
    const world = await aLink(app);
    const held = await hold(app, "select id from campaigns for update");
    await hold(app, "select id from affiliations for update");
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => follow(app, world.path)));
      for (const { clickId } of answers) expect(clickId).toBeDefined();
    }
    // Counts are folded into the totals every two seconds.
    await eventually(async () => expect(await folded(world)).toBe(200));
    await held.release();
    expect((await clickStatistics(world)).campaign).toBe(200);
  });

  test("on the clicks themselves delay a customer by a second at most, and cost only the tracking", async () => {
    const world = await aLink(app);
    const hurried = await startApp({ LOG_LEVEL: "silent" }, { connection: withoutCable(), patienceMs: 1_000 });
    onTestFinished(() => hurried.close());
    await eventually(async () => expect((await follow(hurried, world.path)).status).toBe(302));
    const held = await hold(app, "lock table clicks in access exclusive mode");
    // The lock is held until after the responses, so they cannot have waited for it.
    const answers = await Promise.all(Array.from({ length: 50 }, () => follow(hurried, world.path)));
    await held.release();
    for (const { status, location } of answers)
      expect([status, location]).toEqual([302, "https://shop.example/spring"]);
    await untilTracked(world.path);
  });
});

async function folded({ campaignId }: LinkWorld): Promise<number> {
  const [row] = await app.db.query<{ clicks: number }>(sql`
    select sum(clicks)::int as clicks from click_totals
    where scope_id = ${uuidOf(campaignId as CampaignId)} and day = '-infinity'`);
  return row?.clicks ?? 0;
}

test("closing completes all open requests and keeps their clicks", async () => {
  const closed = await startApp();
  const world = await aLink(closed);
  await portOf(closed);
  let arrived = 0;
  const allArrived = new Promise<void>((resolve) => {
    closed.http.server.on("connection", (socket) =>
      socket.once("data", () => {
        arrived += 1;
        if (arrived === 50) resolve();
      }),
    );
  });
  const onTheWay = Array.from({ length: 50 }, () => follow(closed, world.path));
  await allArrived;
  const closing = closed.close();
  const ids = (await Promise.all(onTheWay)).map(({ clickId }) => clickId);
  await closing;
  expect(ids.every((id) => id !== undefined)).toBe(true);
  const other = await startApp({}, closed);
  onTestFinished(() => other.close());
  const [row] = await other.db.query<{ stored: bigint; counted: bigint }>(sql`
    select (select count(*) from clicks) as stored, (select max(clicks) from click_totals) as counted`);
  expect(row).toEqual({ stored: 50n, counted: 50n });
});
