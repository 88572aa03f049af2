import sql from "sql-template-tag";
import { describe, expect, it, onTestFinished } from "vitest";
import { connect } from "../../src/db/database.ts";
import type { RateLimiter } from "../../src/domain/rate-limit.ts";
import { databaseRateLimiter, takeTogether } from "../../src/store/people/rate-windows.ts";
import { MemoryRateLimiter } from "../../src/system/memory-rate-limiter.ts";
import { MovableClock } from "../support/app.ts";
import { cloneDatabase } from "../support/database.ts";

const rule = { limit: 100, windowMs: 60_000 };

async function twoPools() {
  const connection = await cloneDatabase();
  const pools = [1, 2].map(() => connect(connection, { onIdleError: () => {}, max: 16, connectTimeoutMs: 60_000 }));
  onTestFinished(async () => {
    await Promise.all(pools.map((pool) => pool.close()));
  });
  const [one, two] = pools;
  if (!one || !two) throw new Error("two pools");
  return { one, two };
}

const limiters: [string, (clock: MovableClock) => Promise<RateLimiter>][] = [
  ["in memory", async (clock) => new MemoryRateLimiter(clock)],
  ["in PostgreSQL", async (clock) => databaseRateLimiter((await twoPools()).one, clock)],
];

describe.each(limiters)("the limiter %s", (_where, make) => {
  it("counts down from the limit, and then rejects", async () => {
    const clock = new MovableClock();
    const limiter = await make(clock);
    const small = { limit: 2, windowMs: 60_000 };
    const resetsAt = new Date("2026-03-01T12:01:00.000Z");
    const allowed = { allowed: true, limit: 2, resetsAt, isFirstRefusal: false };
    expect(await limiter.take("a", small)).toEqual({ ...allowed, remaining: 1 });
    expect(await limiter.take("a", small)).toEqual({ ...allowed, remaining: 0 });
    expect(await limiter.take("a", small)).toEqual({ ...allowed, allowed: false, remaining: 0, isFirstRefusal: true });
    for (let more = 0; more < 2; more += 1)
      expect(await limiter.take("a", small)).toEqual({ ...allowed, allowed: false, remaining: 0 });
    expect(await limiter.take("b", small)).toMatchObject({ allowed: true, remaining: 1 });
  });

  it("starts a window with its first use, and the next with the first use after its end", async () => {
    const clock = new MovableClock();
    const limiter = await make(clock);
    const one = { limit: 1, windowMs: 60_000 };
    clock.forward({ seconds: 20 });
    await limiter.take("a", one);
    clock.forward({ seconds: 60, ms: -1 });
    expect((await limiter.take("a", one)).allowed).toBe(false);
    clock.forward({ ms: 1 });
    expect(await limiter.take("a", one)).toMatchObject({
      allowed: true,
      resetsAt: new Date("2026-03-01T12:02:20.000Z"),
    });
  });

  it("gives back exactly one use, even in a window that has rejected others, and none after its end", async () => {
    const clock = new MovableClock();
    const limiter = await make(clock);
    const small = { limit: 2, windowMs: 60_000 };
    const allowed = async () => (await limiter.take("a", small)).allowed;
    expect([await allowed(), await allowed(), await allowed(), await allowed()]).toEqual([true, true, false, false]);
    await limiter.giveBack("a", small);
    expect([await allowed(), await allowed()]).toEqual([true, false]);
    clock.forward({ seconds: 60 });
    await limiter.giveBack("a", small);
    await limiter.giveBack("unknown", small);
    expect([await allowed(), await allowed(), await allowed()]).toEqual([true, true, false]);
  });

  it("starts over if a window began with a clock that was ahead by more than its length", async () => {
    const clock = new MovableClock();
    const limiter = await make(clock);
    const one = { limit: 1, windowMs: 60_000 };
    const allowed = async () => (await limiter.take("a", one)).allowed;
    clock.forward({ seconds: 60 });
    expect(await allowed()).toBe(true);
    clock.forward({ seconds: -60 });
    expect(await allowed()).toBe(false);
    clock.forward({ ms: -1 });
    expect([await allowed(), await allowed()]).toEqual([true, false]);
  });

  it("accepts exactly the limit of many concurrent uses", async () => {
    const limiter = await make(new MovableClock());
    const taken = await Promise.all(Array.from({ length: 300 }, () => limiter.take("a", rule)));
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(100);
  });
});

describe("the limiter in PostgreSQL", () => {
  it("accepts exactly the limit across two processes, window after window", async () => {
    const { one, two } = await twoPools();
    const clock = new MovableClock();
    const limiters = [databaseRateLimiter(one, clock), databaseRateLimiter(two, clock)];
    for (let window = 0; window < 3; window += 1) {
      const taken = await Promise.all(
        Array.from({ length: 150 }, () => limiters.map((limiter) => limiter.take("a", rule))).flat(),
      );
      expect(taken.filter(({ allowed }) => allowed)).toHaveLength(100);
      expect(new Set(taken.map(({ resetsAt }) => resetsAt.getTime())).size).toBe(1);
      clock.forward({ seconds: 60 });
    }
  });

  it("does the same for windows that are taken together", async () => {
    const { one } = await twoPools();
    const clock = new MovableClock();
    const takes = [
      { key: "hour", rule: { limit: 1, windowMs: 3_600_000 } },
      { key: "day", rule: { limit: 1, windowMs: 86_400_000 } },
    ];
    const refused = async () => (await one.transaction((tx) => takeTogether(tx, takes, clock.now())))?.key;
    clock.forward({ hours: 2 });
    expect(await refused()).toBeUndefined();
    clock.forward({ hours: -2 });
    expect(await refused()).toBe("day");
    clock.forward({ hours: -24 });
    expect([await refused(), await refused()]).toEqual([undefined, "hour"]);
  });

  it("deletes windows that have ended, and no active one", async () => {
    const { one } = await twoPools();
    const clock = new MovableClock();
    const limiter = databaseRateLimiter(one, clock);
    for (let index = 0; index < 30; index += 1) await limiter.take(`old ${index}`, rule);
    clock.forward({ seconds: 30 });
    await limiter.take("live", rule);
    clock.forward({ seconds: 30 });
    for (let index = 0; index < 2; index += 1) await limiter.take(`new ${index}`, rule);
    const rows = await one.query<{ key: string }>(sql`select key from rate_windows order by key`);
    expect(rows.map(({ key }) => key)).toEqual(["live", "new 0", "new 1"]);
  });
});

describe("the limiter in memory", () => {
  it("does not grow with windows that have ended", async () => {
    const clock = new MovableClock();
    const limiter = new MemoryRateLimiter(clock);
    for (let round = 0; round < 20; round += 1) {
      for (let index = 0; index < 500; index += 1) await limiter.take(`${round} ${index}`, rule);
      clock.forward({ seconds: 60 });
    }
    expect(limiter.size).toBeLessThanOrEqual(1_000);
  });

  it("keeps every active window when it cleans up", async () => {
    const limiter = new MemoryRateLimiter(new MovableClock());
    for (let index = 0; index < 5_000; index += 1) await limiter.take(`key ${index}`, { limit: 1, windowMs: 60_000 });
    const again = await Promise.all(
      Array.from({ length: 5_000 }, (_, index) => limiter.take(`key ${index}`, { limit: 1, windowMs: 60_000 })),
    );
    expect(again.filter(({ allowed }) => allowed)).toEqual([]);
  });
});
