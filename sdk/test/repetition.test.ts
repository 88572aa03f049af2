import { afterEach, describe, expect, it, vi } from "vitest";
import { retryAfterMs } from "../src/attempt.ts";
import { createTransport, waitBefore } from "../src/transport.ts";
import { failureOf } from "./faults.ts";
import { notedTiming } from "./noted-timing.ts";
import { CREATE, options, READ, sending } from "./planned-client.ts";
import { failed, ok, plannedFetch, refused, type Planned } from "./planned-fetch.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The timers that the SDK has set and not cleared. The pools that this process keeps for other files have their own. */
function timersOfSdk(): ReadonlySet<unknown> {
  const own = new Set<unknown>();
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  vi.stubGlobal("setTimeout", (...given: Parameters<typeof set>) => {
    const timer = set(...given);
    if (/\/sdk\/dist\//.test(new Error().stack ?? "")) own.add(timer);
    return timer;
  });
  vi.stubGlobal("clearTimeout", (timer: Parameters<typeof clear>[0]) => {
    own.delete(timer);
    clear(timer);
  });
  return own;
}

describe("waiting", () => {
  it("doubles from half a second to eight, with half of it random", () => {
    const waits = [1, 2, 3, 4, 5, 6, 7].map((attempts) => [0, 1].map((random) => waitBefore(attempts, {}, random)));
    expect(waits).toEqual([
      [250, 500],
      [500, 1000],
      [1000, 2000],
      [2000, 4000],
      [4000, 8000],
      [4000, 8000],
      [4000, 8000],
    ]);
  });

  it.each<[string, Record<string, string>, number | undefined]>([
    ["seconds", { "retry-after": "60" }, 60_000],
    [
      "a date, by the response's own clock",
      { "retry-after": "Sun, 01 Mar 2026 12:00:30 GMT", date: "Sun, 01 Mar 2026 12:00:00 GMT" },
      30_000,
    ],
    [
      "a date in the past",
      { "retry-after": "Sun, 01 Mar 2026 12:00:00 GMT", date: "Sun, 01 Mar 2026 12:00:30 GMT" },
      0,
    ],
    ["a date without a clock", { "retry-after": "Sun, 01 Mar 2026 12:00:00 GMT" }, undefined],
    ["nonsense", { "retry-after": "-1e9" }, undefined],
    ["a number with trailing text", { "retry-after": "60x" }, undefined],
    ["nothing", {}, undefined],
  ])("reads %s", (_name, headers, expected) => expect(retryAfterMs(new Headers(headers))).toBe(expected));

  it("lasts at least as long as the server asks, plus a random margin", () => {
    expect([0, 1].map((random) => waitBefore(1, { retryAfterMs: 7_000 }, random))).toEqual([7_125, 7_250]);
  });

  it("ends with the total", async () => {
    const plan = (): Response[] => Array.from({ length: 9 }, () => refused(500, "internal_error"));
    // Waits of 375, 750 and 1500 ms come first.
    for (const [totalMs, attempts] of [
      [375, 1],
      [376, 2],
      [1_125, 2],
      [1_126, 3],
      [2_625, 3],
      [2_626, 4],
    ] as const) {
      const { result } = sending(READ, plan(), { totalMs });
      expect([totalMs, (await failureOf(result)).attempts]).toEqual([totalMs, attempts]);
    }
    const { result, waits } = sending(READ, plan());
    await failureOf(result);
    expect(waits).toEqual([375, 750, 1_500, 3_000]);
  });
});

describe("a retry", () => {
  const bug = (): Response => refused(500, "internal_error");
  const several = (...errors: Error[]): Error => new TypeError("fetch failed", { cause: new AggregateError(errors) });
  const withCode = (code: unknown): Error => Object.assign(new Error("No."), { code });

  it.each<[string, () => Response | Error]>([
    ["a rate limit", () => refused(429, "rate_limited")],
    ["no connection", () => failed("ECONNREFUSED")],
    ["an unknown name", () => failed("ENOTFOUND")],
    ["a name that cannot be resolved now", () => failed("EAI_AGAIN")],
    ["a connection that takes too long", () => failed("UND_ERR_CONNECT_TIMEOUT")],
    ["no connection, in Bun's wording", () => withCode("ConnectionRefused")],
    ["no connection at any address", () => several(withCode("ECONNREFUSED"), withCode("ECONNREFUSED"))],
  ])("follows %s, even for a write that must not be done twice", async (_name, fault) => {
    const { result, asked } = sending(CREATE, [fault(), ok({ campaign: {} })]);
    expect(await result).toEqual({ campaign: {} });
    expect(asked).toHaveLength(2);
    const ended = await failureOf(sending(CREATE, [fault()], { retries: 0 }).result);
    expect(ended).toMatchObject({ outcome: "refused", attempts: 1 });
  });

  it.each<[string, () => Planned]>([
    ["a server error", bug],
    ["a gateway's error page", () => new Response("", { status: 502 })],
    ["a broken connection", () => failed("ECONNRESET")],
    ["an error without a name", () => new TypeError("fetch failed")],
    ["an error whose code is not text", () => withCode(7)],
    ["a mix of errors", () => several(withCode("ECONNREFUSED"), withCode("ECONNRESET"))],
    ["an empty list of errors", () => several()],
    ["something that is not an error", () => () => Promise.reject("lost")],
  ])("of a read follows %s; a write fails with an unknown outcome", async (_name, fault) => {
    expect(await sending(READ, [fault(), ok({ a: 1 })]).result).toEqual({ a: 1 });
    expect(await failureOf(sending(CREATE, [fault()]).result)).toMatchObject({ outcome: "unknown", attempts: 1 });
  });

  it("keeps the original error", async () => {
    const cause = failed("ECONNRESET");
    const failure = await failureOf(sending(CREATE, [cause]).result);
    expect(failure).toMatchObject({ code: "connection_failed", message: "The connection failed.", status: undefined });
    expect(failure.cause).toBe(cause);
  });

  it("has an unknown outcome when an earlier attempt may have succeeded", async () => {
    const repeatable = { ...CREATE, repeatable: true };
    const { result } = sending(repeatable, [bug(), refused(404, "campaign_not_found")]);
    expect(await failureOf(result)).toMatchObject({ code: "campaign_not_found", outcome: "unknown", attempts: 2 });
    const { result: limited } = sending(repeatable, [refused(429, "rate_limited"), refused(404, "campaign_not_found")]);
    expect(await failureOf(limited)).toMatchObject({ outcome: "refused", attempts: 2 });
  });

  it("checks whether an earlier attempt succeeded only when one was lost and the next is rejected", async () => {
    const told: string[] = [];
    const recover = (code: { code: string }): object | undefined => {
      told.push(code.code);
      return code.code === "known" ? { found: true } : undefined;
    };
    const call = { ...CREATE, repeatable: true, recover };
    expect(await sending(call, [bug(), refused(409, "known")]).result).toEqual({ found: true });
    expect(await failureOf(sending(call, [bug(), refused(409, "other")]).result)).toMatchObject({ code: "other" });
    expect(told).toEqual(["known", "other"]);
    await failureOf(sending(call, [refused(409, "known")]).result);
    await failureOf(sending(call, [failed("ECONNREFUSED"), refused(409, "known")]).result);
    await failureOf(sending(call, [bug(), bug()], { retries: 1 }).result);
    expect(told).toEqual(["known", "other"]);
  });
});

/** Responds only when it is aborted. */
const hanging: Planned = ({ signal }) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(new Error("aborted")));
  });

describe("time", () => {
  it("a body that does not end counts as no response", async () => {
    const fetch: typeof globalThis.fetch = (_url, init) =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            start: (stream) => init?.signal?.addEventListener("abort", () => stream.error(new Error("aborted"))),
          }),
        ),
      );
    const slow = createTransport({ ...options, fetch, timeoutMs: 10 }, notedTiming());
    expect(await failureOf(slow(READ))).toMatchObject({
      code: "timed_out",
      attempts: 5,
      outcome: "unknown",
    });
  });

  it("of an attempt is limited to 15 seconds, and the timer is cleared when it ends", async () => {
    vi.useFakeTimers();
    const timers = timersOfSdk();
    const { fetch, asked } = plannedFetch(hanging, ok({ a: 1 }));
    const result = createTransport({ ...options, fetch }, notedTiming())(READ);
    await vi.advanceTimersByTimeAsync(14_999);
    expect([asked.length, timers.size]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toEqual({ a: 1 });
    expect(timers.size).toBe(0);
  });

  it("of an attempt ends with the total, and never exceeds what a timer can hold", async () => {
    vi.useFakeTimers();
    const { fetch } = plannedFetch(hanging);
    const short = failureOf(createTransport({ ...options, fetch, totalMs: 50 }, notedTiming())(CREATE));
    await vi.advanceTimersByTimeAsync(50);
    expect(await short).toMatchObject({ code: "timed_out", message: "No response within 50 ms.", outcome: "unknown" });
    const second = plannedFetch(refused(500, "internal_error"), hanging);
    const rest = failureOf(createTransport({ ...options, fetch: second.fetch, totalMs: 1_000 }, notedTiming())(READ));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await rest).toMatchObject({ message: "No response within 625 ms.", attempts: 2 });
    const patient = plannedFetch(hanging);
    const forever = { ...options, fetch: patient.fetch, timeoutMs: 2 ** 40, totalMs: 2 ** 40 };
    let ended = false;
    void createTransport(forever)(CREATE).catch(() => (ended = true));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(2 ** 31);
    expect(ended).toBe(true);
  });

  it("between two attempts is really waited", async () => {
    vi.useFakeTimers();
    const { fetch, asked } = plannedFetch(refused(500, "internal_error"), ok({ a: 1 }));
    const result = createTransport({ ...options, fetch })(READ);
    await vi.advanceTimersByTimeAsync(249);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(251);
    expect(await result).toEqual({ a: 1 });
    expect(asked).toHaveLength(2);
  });

  it("differs from client to client", async () => {
    vi.useFakeTimers();
    const waits = new Set<number>();
    for (let client = 0; client < 20; client += 1) {
      const start = performance.now();
      const { fetch } = plannedFetch(refused(500, "internal_error"), () => {
        waits.add(performance.now() - start);
        return Promise.resolve(ok({}));
      });
      const result = createTransport({ ...options, fetch })(READ);
      await vi.advanceTimersByTimeAsync(500);
      await result;
    }
    expect(waits.size).toBeGreaterThan(5);
  });
});

describe("the caller's signal", () => {
  const reason = new Error("The customer left.");
  const send = (plan: readonly Planned[], signal: AbortSignal) => {
    const { fetch, asked } = plannedFetch(...plan);
    return { result: createTransport({ ...options, fetch })(READ, { signal }), asked };
  };

  it("sends nothing if it is aborted beforehand", async () => {
    const { result, asked } = send([], AbortSignal.abort(reason));
    await expect(result).rejects.toBe(reason);
    expect(asked).toEqual([]);
  });

  it("ends an attempt and a wait with its own reason, and leaves no timers behind", async () => {
    vi.useFakeTimers();
    const timers = timersOfSdk();
    for (const plan of [[hanging], [refused(500, "internal_error")]]) {
      const controller = new AbortController();
      const { result, asked } = send(plan, controller.signal);
      const ended = result.catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(100);
      expect(timers.size).toBe(1);
      controller.abort(reason);
      expect(await ended).toBe(reason);
      expect([asked.length, timers.size]).toEqual([1, 0]);
    }
  });

  it("ends the call if it is aborted between a response and the wait", async () => {
    const controller = new AbortController();
    const { result } = send(
      [
        () => {
          queueMicrotask(() => controller.abort(reason));
          return Promise.resolve(refused(500, "internal_error"));
        },
      ],
      controller.signal,
    );
    await expect(result).rejects.toBe(reason);
  });

  it("has no listener left once the call has ended", async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const added = vi.spyOn(controller.signal, "addEventListener");
    const removed = vi.spyOn(controller.signal, "removeEventListener");
    const { result } = send([refused(500, "internal_error"), ok({})], controller.signal);
    await vi.advanceTimersByTimeAsync(500);
    await result;
    const listeners = ({ mock }: typeof added | typeof removed) =>
      mock.calls.map(([type, listener]) => [type, listener]);
    expect(listeners(added)).toHaveLength(3);
    expect(listeners(removed)).toEqual(listeners(added));
  });
});
