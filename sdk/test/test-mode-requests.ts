import type { Case } from "./coupon-requests.ts";

const now = { now: "2026-03-01T12:00:00.000Z" };
const moved = { ...now, steps: 2 };

export const testModeRequests: readonly Case[] = [
  {
    call: ({ test }) => test.clock.get(),
    request: "GET /test/clock",
    answer: { clock: now },
    result: now,
    repeated: true,
  },
  {
    call: ({ test }) => test.clock.advance({ days: 7 }),
    request: "POST /test/clock",
    body: { advance: "P7D" },
    answer: { clock: moved },
    result: moved,
    repeated: false,
  },
  {
    call: ({ test }) =>
      test.clock.advance({ years: 1, months: 2, weeks: 3, days: 4, hours: 5, minutes: 6, seconds: 7 }),
    request: "POST /test/clock",
    body: { advance: "P1Y2M3W4DT5H6M7S" },
    answer: { clock: moved },
    result: moved,
    repeated: false,
  },
  {
    call: ({ test }) => test.clock.advance({ minutes: 1 }),
    request: "POST /test/clock",
    body: { advance: "PT1M" },
    answer: { clock: moved },
    result: moved,
    repeated: false,
  },
  {
    call: ({ test }) => test.clock.advance({}),
    request: "POST /test/clock",
    body: { advance: "PT0S" },
    answer: { clock: moved },
    result: moved,
    repeated: false,
  },
  {
    call: ({ test }) => test.clock.advance("P1M"),
    request: "POST /test/clock",
    body: { advance: "P1M" },
    answer: { clock: moved },
    result: moved,
    repeated: false,
  },
  {
    call: ({ test }) => test.clock.advanceTo(new Date(now.now)),
    request: "POST /test/clock",
    body: { to: now.now },
    answer: { clock: moved },
    result: moved,
    repeated: true,
  },
  {
    call: ({ test }) => test.affiliates.create({ campaign_id: "c1", name: "Ada" }),
    request: "POST /test/affiliates",
    body: { campaign_id: "c1", name: "Ada" },
    answer: { affiliate: { id: "a1" } },
    result: { id: "a1" },
    repeated: false,
  },
  {
    call: ({ test }) => test.clicks.create({ affiliate_code: "k7m2p9x4wd" }),
    request: "POST /test/clicks",
    body: { affiliate_code: "k7m2p9x4wd" },
    answer: { click: { id: "k1" } },
    result: { id: "k1" },
    repeated: false,
  },
  {
    call: ({ test }) => test.conversions.approve("o1"),
    request: "POST /test/conversions/o1/approve",
    answer: { success: true },
    result: undefined,
    repeated: true,
  },
  {
    call: ({ test }) => test.payouts.create(),
    request: "POST /test/payouts",
    body: {},
    answer: { payouts: [{ id: "p1" }] },
    result: [{ id: "p1" }],
    repeated: false,
  },
  {
    call: ({ test }) => test.accounts.create({ name: "ci-1" }),
    request: "POST /test/accounts",
    body: { name: "ci-1" },
    answer: { account: { id: "t1" }, api_key: "sk_test_1" },
    result: { account: { id: "t1" }, api_key: "sk_test_1" },
    repeated: false,
  },
  {
    call: ({ test }) => test.reset(),
    request: "POST /test/reset",
    answer: { clock: now },
    result: now,
    repeated: true,
  },
];
