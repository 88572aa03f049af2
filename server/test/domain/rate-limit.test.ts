import { describe, expect, test } from "vitest";
import { accountRule, allowanceOf, API_KEY_RULE } from "../../src/domain/rate-limit.ts";
import { MemoryRateLimiter } from "../../src/system/memory-rate-limiter.ts";
import { MovableClock } from "../support/app.ts";
import { later, NOON } from "./samples.ts";

const rule = { limit: 3, windowMs: 60_000 };

test("an API key has 100 requests per 60 seconds, and an account has its configured number", () => {
  expect(API_KEY_RULE).toEqual({ limit: 100, windowMs: 60_000 });
  expect(accountRule(2_500)).toEqual({ limit: 2_500, windowMs: 60_000 });
});

test.each([
  { used: 1, allowed: true, remaining: 2, isFirstRefusal: false },
  { used: 3, allowed: true, remaining: 0, isFirstRefusal: false },
  { used: 4, allowed: false, remaining: 0, isFirstRefusal: true },
  { used: 5, allowed: false, remaining: 0, isFirstRefusal: false },
  { used: 9, allowed: false, remaining: 0, isFirstRefusal: false },
])("use $used of 3 is allowed: $allowed, remaining $remaining, never less than 0", ({ used, ...allowance }) => {
  expect(allowanceOf(rule, used, NOON)).toEqual({ ...allowance, limit: 3, resetsAt: NOON });
});

describe("a window", () => {
  test("starts with the first request and accepts exactly the limit until its last millisecond", async () => {
    const clock = new MovableClock();
    clock.forward({ seconds: 37 });
    const limiter = new MemoryRateLimiter(clock);
    const end = later(clock.now(), rule.windowMs);
    for (const remaining of [2, 1, 0])
      expect(await limiter.take("key", rule)).toMatchObject({ allowed: true, limit: 3, remaining, resetsAt: end });
    clock.set(later(end, -1));
    expect(await limiter.take("key", rule)).toMatchObject({ allowed: false, limit: 3, remaining: 0, resetsAt: end });
    clock.set(end);
    expect(await limiter.take("key", rule)).toMatchObject({
      allowed: true,
      limit: 3,
      remaining: 2,
      resetsAt: later(end, rule.windowMs),
    });
  });

  test("of one key does not affect another's", async () => {
    const limiter = new MemoryRateLimiter(new MovableClock());
    for (let calls = 0; calls < 5; calls += 1) await limiter.take("loud", rule);
    expect(await limiter.take("quiet", rule)).toMatchObject({ allowed: true, remaining: 2 });
  });

  test("is freed when it has ended, so that memory grows only with active ones", async () => {
    const clock = new MovableClock();
    const limiter = new MemoryRateLimiter(clock);
    for (let key = 0; key < 5_000; key += 1) {
      clock.forward({ seconds: 1 });
      await limiter.take(`key ${key}`, rule);
    }
    expect(limiter.size).toBeLessThanOrEqual(1_000);
  });
});
