import { describe, expect, it } from "vitest";
import { retryAfterMs } from "../src/attempt.ts";
import { tributaryOver } from "../src/client.ts";
import { createTransport, waitBefore } from "../src/transport.ts";
import { AWAY, BUG, failureOf, LIMITED } from "./faults.ts";
import { listeningWorld, notedTiming } from "./listening.ts";

const here = listeningWorld();

describe("waiting", () => {
  it("doubles from half a second to eight, and leaves half of it to chance", () => {
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

  it("is never shorter than Retry-After", async () => {
    here.proxy.plan(LIMITED, AWAY);
    await here.through.campaigns.list();
    const [first = 0, second = 0] = here.timing.waits;
    expect([first >= 7000, first < 8000, second >= 2000, second < 3000]).toEqual([true, true, true, true]);
  });

  it.each<[string, Record<string, string>, number | undefined]>([
    ["seconds", { "retry-after": "60" }, 60_000],
    [
      "a date, by the answer's own clock",
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
    ["nothing", {}, undefined],
  ])("reads %s", (_name, headers, expected) => expect(retryAfterMs(new Headers(headers))).toBe(expected));

  it("ends with the retries, and says how often it tried", async () => {
    here.proxy.plan(...Array.from({ length: 9 }, () => BUG));
    expect(await failureOf(here.through.campaigns.list())).toMatchObject({ code: "internal_error", attempts: 5 });
    here.proxy.plan(...Array.from({ length: 9 }, () => BUG));
    expect(await failureOf(here.through.campaigns.list({}, { retries: 0 }))).toMatchObject({ attempts: 1 });
    expect(here.proxy.seen).toHaveLength(1);
  });

  it("is not begun when it would go beyond the total, and the error says how long it would have been", async () => {
    here.proxy.plan({ ...(LIMITED as object), status: 429, headers: { "retry-after": "3600" } });
    const failure = await failureOf(here.through.campaigns.list());
    expect(failure).toMatchObject({ code: "rate_limited", attempts: 1, retryAfterSeconds: 3600, outcome: "refused" });
    expect(here.timing.waits).toEqual([]);
    here.proxy.plan(...Array.from({ length: 9 }, () => LIMITED));
    expect(await failureOf(here.through.campaigns.list({}, { totalMs: 20_000 }))).toMatchObject({ attempts: 3 });
  });
});

describe("time-outs and signals", () => {
  it("an answer that does not come is tried again", async () => {
    here.proxy.plan("hang");
    await here.through.campaigns.list({}, { timeoutMs: 500 });
    expect(here.proxy.seen).toHaveLength(2);
  });

  it("a body that does not end counts as no answer", async () => {
    const fetch: typeof globalThis.fetch = (_url, init) =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            start: (stream) => init?.signal?.addEventListener("abort", () => stream.error(new Error("aborted"))),
          }),
        ),
      );
    const slow = tributaryOver(
      createTransport({ baseUrl: "http://x.example", apiKey: "sk_live_x", fetch, timeoutMs: 10 }, notedTiming()),
    );
    expect(await failureOf(slow.campaigns.list())).toMatchObject({
      code: "timed_out",
      attempts: 5,
      outcome: "unknown",
    });
  });

  it("the caller's own signal ends an attempt and a wait, with its own reason", async () => {
    const reason = new Error("The customer left.");
    here.proxy.plan("hang");
    const during = new AbortController();
    const asking = here.direct.campaigns.list({}, { signal: AbortSignal.abort(reason) });
    await expect(asking).rejects.toBe(reason);
    const hanging = here.through.campaigns.list({}, { signal: during.signal });
    setTimeout(() => during.abort(reason), 1);
    await expect(hanging).rejects.toBe(reason);

    const waiting = new AbortController();
    const fetch: typeof globalThis.fetch = () => {
      setTimeout(() => waiting.abort(reason), 1);
      return Promise.resolve(
        Response.json({ error: "Slowly.", code: "rate_limited" }, { status: 429, headers: { "retry-after": "60" } }),
      );
    };
    const send = createTransport({ baseUrl: "http://x.example", apiKey: "sk_live_x", fetch });
    await expect(tributaryOver(send).campaigns.list({}, { signal: waiting.signal })).rejects.toBe(reason);
  });
});
