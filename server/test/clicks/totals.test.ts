import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import sql from "sql-template-tag";
import { connect } from "../../src/db/database.ts";
import { foldClickBatches } from "../../src/store/clicks/clicks.ts";
import { foldClicks } from "../../src/usecases/clicks/fold-clicks.ts";
import { foldInSlices, SliceSize } from "../../src/usecases/fold-in-slices.ts";
import { aLink, clickStatistics, follow, storedClicks } from "../redirector/links.ts";
import { appForFile, startApp, type TestApp } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";
import { anAffiliate } from "../support/world.ts";

let app: TestApp;
/** Without a redirector, which folds what it has counted. */
let worker: TestApp;
beforeAll(async () => {
  app = await appForFile();
  worker = await appForFile({ ROLES: "http,worker" });
});

describe("click totals", () => {
  test("are correct immediately, before and after they are folded", async () => {
    const world = await aLink(app);
    const other = await anAffiliate(app, world.merchant, world.campaignId);
    for (let n = 0; n < 3; n += 1) await follow(app, world.path);
    await follow(app, `/r/${other.code}`);
    const expected = { campaign: 4, affiliate: 3 };
    expect(await clickStatistics(world)).toEqual(expected);
    // The redirector may be folding some of them right now.
    await eventually(async () => {
      await foldClicks(app.services);
      expect(await app.db.query(sql`select id from click_batches`)).toEqual([]);
    });
    expect(await clickStatistics(world)).toEqual(expected);
    for (let n = 0; n < 2; n += 1) await follow(app, world.path);
    expect(await clickStatistics(world)).toEqual({ campaign: 6, affiliate: 5 });
  });

  test("count every click once, even if many processes record and fold concurrently", async () => {
    const second = await startApp({}, app);
    const world = await aLink(app);
    const earlier = (await storedClicks(app)).length;
    const processes = [app, second];
    const folding = Array.from({ length: 6 }, async () => {
      for (let n = 0; n < 15; n += 1) await foldClicks(app.services);
    });
    const following = Array.from({ length: 200 }, (_, n) => follow(processes[n % 2] ?? app, world.path));
    const answers = await Promise.all(following);
    await Promise.all(folding);
    const recorded = answers.filter(({ clickId }) => clickId !== undefined).length;
    expect(recorded).toBeGreaterThan(0);
    expect((await storedClicks(app)).length - earlier).toBe(recorded);
    expect(await clickStatistics(world)).toEqual({ campaign: recorded, affiliate: recorded });
    await foldClicks(app.services);
    expect(await clickStatistics(world)).toEqual({ campaign: recorded, affiliate: recorded });
    await second.close();
  });

  test("are folded by a worker when the process that counted them has died", async () => {
    const scope = "0197f0a0-0000-7000-8000-000000000001";
    await worker.db.query(sql`
      insert into click_batches (scope_ids, days, clicks) values (array[${scope}]::uuid[], array['2026-02-27']::date[], array[5])`);
    await worker.jobs.runDue();
    expect(
      await worker.db.query(sql`select day, clicks from click_totals where scope_id = ${scope} order by day`),
    ).toEqual([
      { day: "-infinity", clicks: 5n },
      { day: "2026-02-27", clicks: 5n },
    ]);
  });

  /** Batches of this many entries each, as a redirector with many links writes them. */
  const writeBatches = ({
    day = "2026-02-27",
    batches,
    entries,
  }: {
    day?: string;
    batches: number;
    entries: number;
  }): Promise<unknown> =>
    worker.db.query(sql`
      insert into click_batches (scope_ids, days, clicks)
      select array_agg(gen_random_uuid()), array_agg(${day}::date), array_agg(1)
      from generate_series(1, ${batches}) batch, generate_series(1, ${entries}) group by batch`);
  const batchesLeft = async (): Promise<number> => (await worker.db.query(sql`select id from click_batches`)).length;

  test("are folded by entries, not by batches, so that a statement stays small", async () => {
    await writeBatches({ batches: 10, entries: 500 });
    expect(await worker.db.transaction((tx) => foldClickBatches(tx, 1_000))).toEqual({ mayBeMore: true, isFull: true });
    expect(await batchesLeft()).toBe(8);
    // A batch larger than the limit is folded alone.
    expect(await worker.db.transaction((tx) => foldClickBatches(tx, 100))).toEqual({ mayBeMore: true, isFull: true });
    expect(await batchesLeft()).toBe(7);
    expect(await foldClicks(worker.services)).toBe(false);
    expect(await batchesLeft()).toBe(0);
  });

  test("are folded in smaller slices after a statement timeout", async () => {
    await writeBatches({ day: "2026-02-28", batches: 8, entries: 500 });
    await worker.db.transaction((tx) =>
      tx.script(`
        create function take_long() returns trigger language plpgsql as $$ begin
          if (select count(*) from added) > 2200 then perform pg_sleep(60); end if;
          return null;
        end $$;
        create trigger take_long after insert on click_totals referencing new table as added
          for each statement execute function take_long();`),
    );
    const hurried = connect(worker.connection, { onIdleError: () => {}, statementTimeoutMs: 1_000 });
    onTestFinished(() => hurried.close());
    expect(await foldClicks({ db: hurried })).toBe(false);
    expect(await batchesLeft()).toBe(0);
    expect(
      await worker.db.query(sql`select sum(clicks)::int4 as clicks from click_totals where day = '2026-02-28'`),
    ).toEqual([{ clicks: 4000 }]);
  });

  test("are folded in slices that grow while they are full and quick, also from run to run, but not after a timeout", async () => {
    /** However busy the machine is. */
    class AlwaysQuick extends SliceSize {
      override took(): void {
        super.took(0);
      }
    }
    const size = new AlwaysQuick({ entries: 1_000, entriesMin: 500, entriesMax: 4_000 });
    const sizes: number[] = [];
    const run = (slices: readonly ("full" | "part" | "timeout")[]): Promise<boolean> => {
      const left = slices.values();
      return foldInSlices(worker.db, { size, roundsMax: slices.length }, async (tx, entriesMax) => {
        sizes.push(entriesMax);
        const slice = left.next().value;
        if (slice === "timeout") await tx.script("set local statement_timeout = '1ms'; select pg_sleep(60)");
        return { mayBeMore: true, isFull: slice === "full" };
      });
    };
    expect(await run(["part", "full", "full"])).toBe(true);
    expect(await run(["full", "timeout", "full"])).toBe(true);
    expect(await run(["full", "part"])).toBe(true);
    expect(sizes).toEqual([1_000, 1_000, 2_000, 4_000, 4_000, 2_000, 2_000, 4_000]);
  });

  test("are folded in slices whose size follows their duration, within limits", () => {
    const size = new SliceSize({ entries: 1_000, entriesMin: 500, entriesMax: 4_000 });
    const after = [20, 400, 20, 20, 700, 700, 700, 700].map((ms) => {
      size.took(ms);
      return size.entries;
    });
    expect(after).toEqual([2_000, 2_000, 4_000, 4_000, 2_000, 1_000, 500, 500]);
    expect(size.halve()).toBe(false);
  });
});
