import { describe, expect, test } from "vitest";
import sql from "sql-template-tag";
import { foldClicks } from "../../src/usecases/clicks/fold-clicks.ts";
import { aLink, clickStatistics, follow, storedClicks } from "../redirector/links.ts";
import { appForTest, startApp } from "../support/app.ts";
import { anAffiliate } from "../support/world.ts";

describe("the totals of clicks", () => {
  test("are right at once, before and after they are folded", async () => {
    const app = await appForTest();
    const world = await aLink(app);
    const other = await anAffiliate(app, world.merchant, world.campaignId);
    for (let n = 0; n < 3; n += 1) await follow(app, world.path);
    await follow(app, `/r/${other.code}`);
    const expected = { campaign: 4, affiliate: 3 };
    expect(await clickStatistics(world)).toEqual(expected);
    await foldClicks(app.services);
    expect(await clickStatistics(world)).toEqual(expected);
    expect(await app.db.query(sql`select id from click_batches`)).toEqual([]);
    for (let n = 0; n < 2; n += 1) await follow(app, world.path);
    expect(await clickStatistics(world)).toEqual({ campaign: 6, affiliate: 5 });
  });

  test(
    "count every click once, however many processes record and fold at the same time",
    { timeout: 60_000 },
    async () => {
      const app = await appForTest();
      const second = await startApp({}, app);
      const world = await aLink(app);
      const processes = [app, second];
      const folding = Array.from({ length: 6 }, async () => {
        for (let n = 0; n < 15; n += 1) await foldClicks(app.services);
      });
      const following = Array.from({ length: 200 }, (_, n) => follow(processes[n % 2] ?? app, world.path));
      const answers = await Promise.all(following);
      await Promise.all(folding);
      const recorded = answers.filter(({ clickId }) => clickId !== undefined).length;
      expect(recorded).toBeGreaterThan(0);
      expect((await storedClicks(app)).length).toBe(recorded);
      expect(await clickStatistics(world)).toEqual({ campaign: recorded, affiliate: recorded });
      await foldClicks(app.services);
      expect(await clickStatistics(world)).toEqual({ campaign: recorded, affiliate: recorded });
      await second.close();
    },
  );

  test("are folded by a worker when the process that counted them has died", async () => {
    const app = await appForTest({ ROLES: "http,worker" });
    const scope = "0197f0a0-0000-7000-8000-000000000001";
    await app.db.query(sql`
      insert into click_batches (scope_ids, days, clicks) values (array[${scope}]::uuid[], array['2026-02-27']::date[], array[5])`);
    await app.jobs.runDue();
    expect(
      await app.db.query(sql`select day, clicks from click_totals where scope_id = ${scope} order by day`),
    ).toEqual([
      { day: "-infinity", clicks: 5n },
      { day: "2026-02-27", clicks: 5n },
    ]);
  });
});
