import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import sql, { raw } from "sql-template-tag";
import { connect } from "../../src/db/database.ts";
import { clickMonth, monthOfPartition } from "../../src/domain/click.ts";
import { clickJobs } from "../../src/jobs/click-jobs.ts";
import { Scheduler } from "../../src/jobs/scheduler.ts";
import { listMovedTables } from "../../src/store/installation/catalogue.ts";
import { makeClickPartitions } from "../../src/usecases/clicks/keep-partitions.ts";
import { aLink, clickStatistics, follow, type LinkWorld } from "../redirector/links.ts";
import { eventually } from "../support/eventually.ts";
import { appForFile, appForTest, type TestApp } from "../support/app.ts";
import { anOrderId } from "../support/world.ts";

const partitionsOf = async (app: TestApp): Promise<string[]> =>
  (
    await app.db.query<{ name: string }>(sql`
      select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
      where inhparent = 'clicks'::regclass order by 1`)
  ).map((row) => row.name);

const clicksIn = async (app: TestApp, partition: string): Promise<number> =>
  Number((await app.db.query<{ n: bigint }>(sql`select count(*) as n from ${raw(partition)}`))[0]?.n);

async function followAt(app: TestApp, world: LinkWorld, at: string): Promise<string> {
  app.clock.set(new Date(at));
  const { clickId } = await follow(app, world.path);
  if (clickId === undefined) throw new Error(`Nothing was recorded at ${at}.`);
  return clickId;
}

let app: TestApp;
beforeAll(async () => {
  app = await appForFile();
});

describe("a month boundary", () => {
  test("lies between the month's last millisecond and the next one", async () => {
    const world = await aLink(app);
    await followAt(app, world, "2026-03-31T23:59:59.999Z");
    await followAt(app, world, "2026-04-01T00:00:00.000Z");
    expect(await clicksIn(app, "clicks_2026_03")).toBe(1);
    expect(await clicksIn(app, "clicks_2026_04")).toBe(1);
    const days = await app.db.query<{ day: string; clicks: bigint }>(sql`
      select unnest(days) as day, unnest(clicks) as clicks from click_batches order by 1`);
    expect(new Set(days.map((row) => row.day)).size).toBeLessThanOrEqual(2);
    await app.jobs.runDue();
    const totals = sql`select distinct day, clicks from click_totals order by day`;
    // The redirector may be folding them right now.
    await eventually(async () =>
      expect(await app.db.query(totals)).toEqual([
        { day: "-infinity", clicks: 2n },
        { day: "2026-03-31", clicks: 1n },
        { day: "2026-04-01", clicks: 1n },
      ]),
    );
  });

  test.each(["2026-12-31T23:59:59.999Z", "2027-01-01T00:00:00.000Z", "2028-02-29T12:00:00.000Z"])(
    "at %s is crossed without a gap, and a conversion finds the click",
    async (at) => {
      const world = await aLink(app);
      const clickId = await followAt(app, world, at);
      const month = clickMonth(new Date(at));
      expect(await clicksIn(app, month.partition)).toBe(1);
      const body = { campaign_id: world.campaignId, external_id: anOrderId(), click_id: clickId };
      expect((await world.merchant.call("POST", "/v1/conversions", { body })).status).toBe(200);
    },
  );

  test("matches the name of its partition", () => {
    for (const at of ["2026-01-01T00:00:00Z", "2026-12-31T23:59:59Z"]) {
      const month = clickMonth(new Date(at));
      expect(monthOfPartition(month.partition)).toEqual(month);
      expect(clickMonth(new Date(at), 1).from).toBe(month.to);
    }
    expect(monthOfPartition("clicks_2026_13")).toBeUndefined();
    expect(monthOfPartition("conversions")).toBeUndefined();
  });
});

describe("partitions", () => {
  test("exist for this month and the next three before they are needed", async () => {
    const app = await appForTest();
    expect(await partitionsOf(app)).toEqual(["clicks_2026_03", "clicks_2026_04", "clicks_2026_05", "clicks_2026_06"]);
    app.clock.forward({ days: 40 });
    await app.jobs.runDue();
    expect(await partitionsOf(app)).toContain("clicks_2026_07");
  });

  test("that were not created ahead are created by the click that needs them", async () => {
    const world = await aLink(app);
    const many = await Promise.all(Array.from({ length: 20 }, () => followAt(app, world, "2027-09-15T10:00:00.000Z")));
    expect(new Set(many).size).toBe(20);
    expect(await clicksIn(app, "clicks_2027_09")).toBe(20);
    expect((await clickStatistics(world)).campaign).toBe(20);
  });

  test("may be created by several processes at once", async () => {
    app.clock.set(new Date("2029-01-15T10:00:00.000Z"));
    const { makeClickPartitions } = await import("../../src/usecases/clicks/keep-partitions.ts");
    await Promise.all(Array.from({ length: 8 }, () => makeClickPartitions(app.services)));
    expect(await partitionsOf(app)).toContain("clicks_2029_04");
  });
});

describe("retention", () => {
  test("drops a month once all of it is too old, and not a day earlier", async () => {
    const app = await appForTest({ CLICK_RETENTION_DAYS: "400" });
    const world = await aLink(app);
    await followAt(app, world, "2026-03-31T12:00:00.000Z");
    app.clock.set(new Date(Date.UTC(2026, 3, 1) + 400 * 86_400_000 - 1));
    await app.jobs.runDue();
    expect(await partitionsOf(app)).toContain("clicks_2026_03");
    app.clock.forward({ hours: 2 });
    await app.jobs.runDue();
    expect(await partitionsOf(app)).not.toContain("clicks_2026_03");
    expect(await partitionsOf(app)).toContain("clicks_2026_04");
  });

  test("keeps the totals and the conversions", async () => {
    const app = await appForTest();
    const world = await aLink(app);
    const clickId = await followAt(app, world, "2026-03-02T12:00:00.000Z");
    const body = { campaign_id: world.campaignId, external_id: anOrderId(), click_id: clickId, amount: 10 };
    expect((await world.merchant.call("POST", "/v1/conversions", { body })).status).toBe(200);
    app.clock.forward({ days: 500 });
    await app.jobs.runDue();
    expect(await partitionsOf(app)).not.toContain("clicks_2026_03");
    expect(await clickStatistics(world)).toEqual({ campaign: 1, affiliate: 1 });
    const listed = await world.merchant.call("GET", `/v1/campaigns/${world.campaignId}/conversions`);
    expect(listed.body.conversions[0].click_id).toBe(clickId);
    const again = await world.merchant.call("POST", "/v1/conversions", { body: { ...body, external_id: anOrderId() } });
    expect([again.status, again.body.code]).toEqual([404, "click_not_found"]);
  });

  test("resumes after an interrupted drop", async () => {
    const app = await appForTest();
    app.clock.forward({ days: 500 });
    await app.db.query(sql`update pg_inherits set inhdetachpending = true where inhrelid = 'clicks_2026_03'::regclass`);
    await app.jobs.runDue();
    expect(await partitionsOf(app)).not.toContain("clicks_2026_03");
  });

  test("drops what an interrupted drop left detached, and no export contains it", async () => {
    const app = await appForTest();
    await app.db.query(sql`alter table clicks detach partition clicks_2026_03 concurrently`);
    const exported = (await listMovedTables(app.db, "exported")).map(({ name }) => name);
    expect(exported.filter((name) => name.startsWith("clicks"))).toEqual(["clicks"]);
    await app.db.query(sql`create table clicks_2026_03_copy ()`);
    const tables = async (): Promise<string[]> =>
      (
        await app.db.query<{ name: string }>(sql`
        select relname as name from pg_class where relname like 'clicks_2026_03%' and relkind = 'r'`)
      ).map(({ name }) => name);
    expect(await tables()).toHaveLength(2);
    app.clock.forward({ days: 500 });
    await app.jobs.runDue();
    expect(await tables()).toEqual(["clicks_2026_03_copy"]);
  });

  test("does not block redirects while a query reads old clicks", async () => {
    const app = await appForTest();
    const world = await aLink(app);
    app.clock.forward({ days: 500 });
    let done: () => void = () => {};
    const reading = app.db.transaction(async (tx) => {
      await tx.query(sql`select count(*) from clicks`);
      await new Promise<void>((resolve) => {
        done = resolve;
      });
    });
    const dropping = app.jobs.runDue();
    for (let n = 0; n < 20; n += 1) expect((await follow(app, world.path)).clickId).toBeDefined();
    done();
    await reading;
    await dropping;
    expect(await partitionsOf(app)).not.toContain("clicks_2026_03");
  });

  test("gives up behind a long reader, so that later jobs run, and finishes the drop when the reader is gone", async () => {
    const app = await appForTest();
    const jobsDb = connect(app.connection, { onIdleError: () => {}, lockTimeoutMs: 200 });
    onTestFinished(() => jobsDb.close());
    // On a starved machine, the start gives up creating them after a second.
    await makeClickPartitions(app.services);
    app.clock.forward({ days: 500 });
    const failures: string[] = [];
    const scheduler = new Scheduler({
      clock: app.clock,
      lanes: [clickJobs({ ...app.services, db: jobsDb }, 400)],
      onFailure: (job) => failures.push(job),
    });
    const scope = "0197f0a0-0000-7000-8000-000000000001";
    await app.db.query(sql`
      insert into click_batches (scope_ids, days, clicks) values (array[${scope}]::uuid[], array['2026-02-27']::date[], array[5])`);
    await app.db.transaction(async (tx) => {
      await tx.query(sql`select count(*) from clicks`);
      await scheduler.runDue();
      expect(failures).toEqual(["drop old clicks"]);
      await eventually(async () => expect(await app.db.query(sql`select id from click_batches`)).toEqual([]));
    });
    await scheduler.runDue();
    expect(failures).toEqual(["drop old clicks"]);
    expect(await partitionsOf(app)).not.toContain("clicks_2026_03");
  });
});
