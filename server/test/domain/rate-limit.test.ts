import { describe, expect, test } from "vitest";
import { allowanceOf, API_KEY_RULE } from "../../src/domain/rate-limit.ts";
import { MemoryRateLimiter } from "../../src/system/memory-rate-limiter.ts";
import { MovableClock } from "../support/app.ts";
import { later, NOON } from "./samples.ts";

const rule = { limit: 3, windowMs: 60_000 };

test("an API key has 100 requests in 60 seconds", () => {
  expect(API_KEY_RULE).toEqual({ limit: 100, windowMs: 60_000 });
});

test.each([
  [1, true, 2],
  [3, true, 0],
  [4, false, 0],
  [9, false, 0],
])("use %d of 3 is allowed: %s, remaining %d, never less than 0", (used, allowed, remaining) => {
  expect(allowanceOf(rule, used, NOON)).toEqual({ allowed, limit: 3, remaining, resetsAt: NOON });
});

describe("a window", () => {
  test("starts with the first call and lets exactly the limit through until its last millisecond", async () => {
    const clock = new MovableClock();
    clock.forward({ seconds: 37 });
    const limiter = new MemoryRateLimiter(clock);
    const end = later(clock.now(), rule.windowMs);
    for (const remaining of [2, 1, 0])
      expect(await limiter.take("key", rule)).toEqual({ allowed: true, limit: 3, remaining, resetsAt: end });
    clock.set(later(end, -1));
    expect(await limiter.take("key", rule)).toEqual({ allowed: false, limit: 3, remaining: 0, resetsAt: end });
    clock.set(end);
    expect(await limiter.take("key", rule)).toEqual({
      allowed: true,
      limit: 3,
      remaining: 2,
      resetsAt: later(end, rule.windowMs),
    });
  });

  test("of one key is none of another's", async () => {
    const limiter = new MemoryRateLimiter(new MovableClock());
    for (let calls = 0; calls < 5; calls += 1) await limiter.take("loud", rule);
    expect(await limiter.take("quiet", rule)).toMatchObject({ allowed: true, remaining: 2 });
  });

  test("that has ended is forgotten: memory follows the live ones", async () => {
    const clock = new MovableClock();
    const limiter = new MemoryRateLimiter(clock);
    for (let key = 0; key < 5_000; key += 1) {
      clock.forward({ seconds: 1 });
      await limiter.take(`key ${key}`, rule);
    }
    expect(limiter.size).toBeLessThanOrEqual(1_000);
  });
});
