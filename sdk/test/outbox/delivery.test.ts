import { TributaryError, type NewConversion } from "tributary-sdk";
import { describe, expect, it } from "vitest";
import { storedCall } from "../../src/outbox/call-file.ts";
import { deliverWith } from "../../src/outbox/deliver.ts";
import { Retries } from "../../src/outbox/retries.ts";
import { verdictOn, waitAfter } from "../../src/outbox/verdict.ts";
import { failureOf } from "../faults.ts";
import { clientOf, none, order } from "../planned-client.ts";
import { failed, ok, refused, type Planned } from "../planned-fetch.ts";

const LIVE = { mode: "live", destination: "https://partners.example" } as const;
const QUEUED_AT = "2026-03-01T12:00:00.000Z";
const after = (ms: number): Date => new Date(Date.parse(QUEUED_AT) + ms);
const recorded = {
  id: "v1",
  external_id: "order-1",
  amount: 99.99,
  currency: "EUR",
  commission: 10,
  status: "pending",
  coupon_code: "ANNA",
  created_at: QUEUED_AT,
};
const tracked = (): Response => ok({ success: true, conversion: { id: "v1", commission: 10, status: "pending" } });
/** An ID of the API, which contains its time. */
function idAt(time: string): string {
  const digits = "0123456789abcdefghjkmnpqrstvwxyz";
  let value = (BigInt(Date.parse(time)) << 80n) + 0x7abcn;
  let text = "";
  for (; text.length < 26; value /= 32n) text = digits.charAt(Number(value % 32n)) + text;
  return `conv_${text}`;
}
const listed = (...conversions: object[]): Response =>
  ok({ conversions, pagination: { limit: 100, offset: 0, total: conversions.length } });

interface Sending {
  readonly lateMs?: number;
  readonly mode?: "live" | "test";
  readonly body?: NewConversion;
}

function sending({ lateMs = 0, mode = "live", body = order }: Sending, ...plan: readonly Planned[]) {
  const { tributary, asked, lines } = clientOf(...plan);
  const call = storedCall({ ...LIVE, mode }, { kind: "conversion", body }, new Date(QUEUED_AT));
  const result = deliverWith(tributary, () => after(lateMs))(call, AbortSignal.timeout(60_000));
  return { result, lines, bodies: () => asked.map((each) => each.body) };
}

describe("an order", () => {
  it("is sent as it was given, once", async () => {
    const { result, bodies } = sending({}, tracked());
    expect(await result).toEqual({ id: "v1", commission: 10, status: "pending", recovered: false });
    expect(bodies()).toEqual([order]);
    const lost = sending({}, refused(503, "busy"));
    expect(await failureOf(lost.result)).toMatchObject({ code: "busy", attempts: 1 });
  });

  it("says when it was paid if it is sent more than a minute later", async () => {
    const soon = sending({ lateMs: 60_000 }, tracked());
    await soon.result;
    expect(soon.bodies()).toEqual([order]);
    const late = sending({ lateMs: 60_001 }, tracked());
    await late.result;
    expect(late.bodies()).toEqual([{ ...order, paid_at: QUEUED_AT }]);
  });

  it.each<[string, Sending]>([
    ["in test mode, which has its own clock", { mode: "test" }],
    ["if the caller said it", { body: { ...order, paid_at: "2026-02-28T12:00:00.000Z" } }],
  ])("does not say so %s", async (_name, what) => {
    const late = sending({ lateMs: 3_600_000, ...what }, tracked());
    await late.result;
    expect(late.bodies()).toEqual([what.body ?? order]);
  });

  it("has the server's time if the shop's clock is ahead", async () => {
    const late = sending({ lateMs: 3_600_000 }, refused(400, "invalid_request"), tracked());
    expect(await late.result).toMatchObject({ id: "v1" });
    expect(late.bodies()).toEqual([{ ...order, paid_at: QUEUED_AT }, order]);
    const wrong = sending({ lateMs: 3_600_000 }, refused(400, "invalid_request"), refused(400, "invalid_request"));
    expect(await failureOf(wrong.result)).toMatchObject({ code: "invalid_request" });
  });

  it("older than the API accepts does not become a new one", async () => {
    const old = sending({ lateMs: 91 * 86_400_000 }, refused(400, "invalid_request"));
    expect(await failureOf(old.result)).toMatchObject({ code: "invalid_request" });
    const invalid = sending({}, refused(400, "invalid_request"));
    expect(await failureOf(invalid.result)).toMatchObject({ code: "invalid_request" });
  });
});

describe("a duplicate", () => {
  const other = { ...recorded, id: "v2" };
  const known = (id: string): Response => refused(400, "duplicate_conversion", { conversion_id: id });
  const years = "2020-01-01T00:00:00.000Z";
  const [now, longAgo] = [idAt(QUEUED_AT), idAt(years)];
  it.each<[string, { id: string; created_at?: string; amount?: number; original_amount?: number }, Sending]>([
    ["with the same amount", { id: now }, {}],
    ["that was refunded since", { id: now, amount: 50, original_amount: 99.99 }, {}],
    ["of a server whose clock is years behind", { id: longAgo, created_at: years }, {}],
    ["of a test account whose clock is years behind", { id: now, created_at: years }, { mode: "test" }],
    ["of a test account whose clock is years ahead", { id: longAgo }, { mode: "test" }],
  ])("%s was recorded by an earlier attempt", async (_name, { id, ...found }, what) => {
    const conversion = { ...recorded, ...found, id };
    // Recorded at the same time, after it.
    const others = [
      { ...other, created_at: conversion.created_at },
      { ...other, id: "v3", created_at: conversion.created_at },
    ];
    const { result, lines } = sending(what, known(id), listed(...others, conversion));
    expect(await result).toEqual({ id, commission: 10, status: "pending", coupon_code: "ANNA", recovered: true });
    expect(lines()).toEqual(["POST /conversions", "GET /campaigns/c1/conversions?limit=100&offset=0"]);
  });

  it.each<[string, object[]]>([
    ["with another amount", [{ ...recorded, amount: 50 }]],
    ["in another currency", [{ ...recorded, currency: "USD" }]],
    ["in another campaign", []],
  ])("%s is refused, and names the first", async (_name, found) => {
    const { result } = sending({}, known("v1"), listed(...found));
    expect(await failureOf(result)).toMatchObject({ code: "duplicate_conversion", conversionId: "v1" });
  });

  it("is not searched beyond the time in its ID, which is the server's", async () => {
    const id = idAt(QUEUED_AT);
    const at = (ms: number) => ({ ...other, created_at: after(ms).toISOString() });
    const duplicate = (): Response => known(id);
    const page = (...conversions: object[]): Response =>
      ok({ conversions, pagination: { limit: 100, offset: 0, total: 200 } });
    const found = sending({}, duplicate(), page(at(1), { ...at(0), id: "v3" }, { ...recorded, id }));
    expect(await found.result).toMatchObject({ id, recovered: true });
    const missing = sending({}, duplicate(), page(at(1), { ...at(-1), id: "v3" }));
    expect(await failureOf(missing.result)).toMatchObject({ code: "duplicate_conversion", conversionId: id });
    expect(missing.lines()).toHaveLength(2);
  });

  it("is looked up later if that is not possible now", async () => {
    const { result } = sending({}, known("v1"), refused(503, "busy"));
    const failure = await failureOf(result);
    expect(failure.code).toBe("busy");
    expect(verdictOn(failure)).toMatchObject({ final: false });
  });
});

it("refunds are sent by order or by conversion", async () => {
  const { tributary, lines } = clientOf(ok({}), ok({}));
  const deliver = deliverWith(tributary, () => after(0));
  const body = { external_id: "refund-1", amount: 5 };
  const signal = AbortSignal.timeout(60_000);
  const time = after(0);
  await deliver(storedCall(LIVE, { kind: "refund", conversionId: "v1", body }, time), signal);
  const ofOrder = { ...body, conversion_external_id: "order-1" };
  await deliver(storedCall(LIVE, { kind: "order_refund", body: ofOrder }, time), signal);
  expect(lines()).toEqual(["POST /conversions/v1/refunds", "POST /refunds"]);
});

describe("a response", () => {
  const of = async (planned: Planned) =>
    verdictOn(await failureOf(clientOf(planned).tributary.campaigns.create(none as never)));

  it.each<[string, number, string]>([
    ["an unknown campaign", 404, "campaign_not_found"],
    ["a paused campaign", 403, "campaign_not_active"],
    ["a duplicate", 400, "duplicate_conversion"],
    ["another refund with this ID", 400, "refund_differs"],
    ["a body that is too large", 413, "body_too_large"],
    ["a code that is newer than this library", 409, "future_code"],
  ])("about the order is final: %s", async (_name, status, code) => {
    expect(await of(refused(status, code))).toEqual({ final: true });
  });

  it.each<[string, () => Planned, object]>([
    ["no connection", () => failed("ECONNREFUSED"), { everything: true, needsCare: false }],
    ["a lost connection", () => failed("ECONNRESET"), { everything: true, needsCare: false }],
    ["a rate limit", () => refused(429, "rate_limited"), { everything: true, needsCare: false }],
    ["a timeout of a proxy", () => refused(408, "timeout"), { everything: true, needsCare: false }],
    ["an unavailable database", () => refused(503, "database_away"), { everything: true, needsCare: false }],
    ["a gateway's error page", () => new Response("", { status: 502 }), { everything: true, needsCare: false }],
    ["a bug of the server", () => refused(500, "internal_error"), { everything: false, needsCare: false }],
    ["a revoked key", () => refused(401, "invalid_api_key"), { everything: true, needsCare: true }],
    ["another plan", () => refused(403, "plan_required"), { everything: true, needsCare: true }],
    ["an older server", () => refused(404, "path_not_found"), { everything: true, needsCare: true }],
    ["a page of another server", () => new Response("", { status: 404 }), { everything: true, needsCare: true }],
  ])("that says nothing about the order is not: %s", async (_name, planned, expected) => {
    expect(await of(planned())).toEqual({ final: false, retryAfterMs: 0, ...expected });
  });

  it("can ask to wait", () => {
    const facts = { code: "busy", message: "", outcome: "unknown", attempts: 1, status: 503 } as const;
    const waitFor = (retryAfterSeconds: number) => verdictOn(new TributaryError({ ...facts, retryAfterSeconds }));
    expect(waitFor(7)).toMatchObject({ retryAfterMs: 7_000 });
    // At most an hour: a month would stop the outbox.
    expect(waitFor(30 * 86_400)).toMatchObject({ retryAfterMs: 3_600_000 });
  });

  it("of an unknown kind keeps the call and reports a problem", () => {
    expect(verdictOn(new Error("A bug."))).toEqual({
      final: false,
      everything: false,
      retryAfterMs: 0,
      needsCare: true,
    });
  });
});

describe("the wait", () => {
  const unavailable = { final: false, everything: true, retryAfterMs: 0, needsCare: false } as const;
  const retriesAt = () => {
    const clock = { now: 0 };
    const timing = { elapsedMs: () => clock.now, random: () => 0, now: () => new Date(0) };
    return { clock, retries: new Retries(timing) };
  };

  it("doubles from a second, with half of it random", () => {
    expect([1, 2, 3, 7, 50].map((attempts) => [0, 1].map((random) => waitAfter(attempts, 60_000, random)))).toEqual([
      [500, 1_000],
      [1_000, 2_000],
      [2_000, 4_000],
      [30_000, 60_000],
      [30_000, 60_000],
    ]);
  });

  it("counts calls that fail together as one outage, and ends with a response", () => {
    const { clock, retries } = retriesAt();
    for (const id of ["a", "b", "c"]) retries.failed(id, unavailable);
    expect([retries.isPaused(), retries.nextMs(15_000)]).toEqual([true, 500]);
    clock.now = 500;
    expect(retries.isPaused()).toBe(false);
    retries.failed("a", unavailable);
    expect(retries.nextMs(15_000)).toBe(1_000);
    retries.ended("a");
    expect(retries.isPaused()).toBe(false);
  });

  it("lasts as long as the server asks, even if another call gets a response", () => {
    const { clock, retries } = retriesAt();
    retries.failed("a", { ...unavailable, retryAfterMs: 60_000 });
    retries.ended("b");
    // Other processes' calls are still looked for, and no timer is too long for the runtime.
    expect(retries.nextMs(15_000)).toBe(15_000);
    clock.now = 59_999;
    expect(retries.nextMs(15_000)).toBe(1);
    expect(retries.isPaused()).toBe(true);
    clock.now = 60_000;
    expect(retries.isPaused()).toBe(false);
  });

  it("of one call does not hold up the others", () => {
    const { clock, retries } = retriesAt();
    retries.failed("a", { ...unavailable, everything: false });
    expect([retries.isPaused(), retries.isDue("a"), retries.isDue("b"), retries.nextMs(15_000)]).toEqual([
      false,
      false,
      true,
      500,
    ]);
    clock.now = 500;
    expect(retries.isDue("a")).toBe(true);
    retries.failed("a", { ...unavailable, everything: false });
    expect(retries.isDue("a")).toBe(false);
    retries.keep([]);
    expect(retries.isDue("a")).toBe(true);
  });

  const calls = ["a", "b", "c"].map((id) => ({ id }));
  const inOrder = (retries: Retries): string =>
    retries
      .inOrder(calls, (a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id }) => id)
      .join("");

  it("keeps the order of the calls, unless one fails while others succeed", () => {
    const { clock, retries } = retriesAt();
    for (const _attempt of [1, 2]) {
      expect(retries.failed("a", unavailable)).toBe(true);
      clock.now += 60_000;
    }
    expect(inOrder(retries)).toBe("abc");
    retries.ended("x");
    expect(inOrder(retries)).toBe("abc");
    expect([retries.failed("a", unavailable), retries.isPaused()]).toEqual([false, false]);
    expect(inOrder(retries)).toBe("bca");
  });

  it("tries another call first if the first one failed three times", () => {
    const { clock, retries } = retriesAt();
    const order = Array.from({ length: 5 }, () => {
      const before = inOrder(retries);
      retries.failed(before.slice(0, 1), unavailable);
      clock.now += 60_000;
      return before;
    });
    expect(order).toEqual(["abc", "abc", "abc", "bac", "cab"]);
  });
});
