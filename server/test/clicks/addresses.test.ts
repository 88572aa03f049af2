import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import sql from "sql-template-tag";
import { AddressHasher } from "../../src/redirector/address-hasher.ts";
import { addressKeyOf } from "../../src/usecases/clicks/address-keys.ts";
import { aLink, follow, storedClicks } from "../redirector/links.ts";
import { appForTest, SECRET_KEY, startApp, type TestApp } from "../support/app.ts";

const keys = (app: TestApp): Promise<{ day: string; key: Buffer }[]> =>
  app.db.query(sql`select day, key from address_keys order by day`);

const hashes = async (app: TestApp): Promise<string[]> =>
  (await storedClicks(app)).map((click) => click.address_hash?.toString("hex") ?? "none");

describe("a visitor's address", () => {
  test("is never stored, only a keyed hash of it", async () => {
    const app = await appForTest();
    await follow(app, (await aLink(app)).path);
    const [hash] = await hashes(app);
    const [key] = await keys(app);
    if (!key) throw new Error("The day has no key.");
    const dayKey = createHmac("sha256", SECRET_KEY).update("address of a visitor").update(key.key).digest();
    expect(hash).toBe(createHmac("sha256", dayKey).update("127.0.0.1").digest("hex").slice(0, 32));
    const [row] = await app.db.query<{ found: boolean }>(
      sql`select exists (select from clicks where clicks::text like '%127.0.0.1%') as found`,
    );
    expect(row?.found).toBe(false);
  });

  test("has the same hash all day in every process, and another one the next day", async () => {
    const app = await appForTest();
    const second = await startApp({}, app);
    const { path } = await aLink(app);
    await follow(app, path);
    app.clock.forward({ ms: 1 });
    await follow(second, path);
    app.clock.set(new Date("2026-03-01T23:59:59.999Z"));
    await follow(app, path);
    app.clock.forward({ ms: 1 });
    await follow(app, path);
    const [one, two, three, next] = await hashes(app);
    expect([two, three]).toEqual([one, one]);
    expect(next).toMatch(/^[0-9a-f]{32}$/);
    expect(next).not.toBe(one);
    await second.close();
  });

  test("has a hash that differs between visitors", async () => {
    const app = await appForTest({ TRUSTED_PROXIES: "loopback" });
    const { path } = await aLink(app);
    for (const address of ["198.51.100.1", "198.51.100.2", "198.51.100.1"]) {
      await follow(app, path, { "x-forwarded-for": address });
      app.clock.forward({ ms: 1 });
    }
    const [one, two, again] = await hashes(app);
    expect(two).not.toBe(one);
    expect(again).toBe(one);
  });
});

describe("the key of a day", () => {
  test("is created once, even by concurrent processes", async () => {
    const app = await appForTest();
    const made = await Promise.all(Array.from({ length: 10 }, () => addressKeyOf(app.services, "2026-03-05")));
    expect(new Set(made.map((key) => key.toString("hex"))).size).toBe(1);
  });

  test("stays in memory for the three days prepared last, also when the clock is set back", async () => {
    const hasher = new AddressHasher(SECRET_KEY, () => Promise.resolve(Buffer.alloc(32)));
    const days = [4, 5, 6, 2, 3].map((day) => Date.UTC(2026, 2, day));
    const ready: boolean[][] = [];
    for (const day of days) {
      await hasher.prepare(day);
      ready.push(days.map((each) => hasher.isReady(each)));
    }
    expect(ready.slice(2)).toEqual([
      [true, true, true, false, false],
      [false, true, true, true, false],
      [false, false, true, true, true],
    ]);
  });

  test("is deleted two days later and cannot be recovered", async () => {
    const app = await appForTest();
    await follow(app, (await aLink(app)).path);
    const [before] = await keys(app);
    app.clock.forward({ days: 1 });
    await app.jobs.runDue();
    expect((await keys(app)).map(({ day }) => day)).toEqual(["2026-03-01"]);
    app.clock.forward({ days: 1 });
    await app.jobs.runDue();
    expect(await keys(app)).toEqual([]);
    expect((await addressKeyOf(app.services, "2026-03-01")).equals(before?.key ?? Buffer.alloc(0))).toBe(false);
  });
});
