import { describe, expect, it } from "vitest";
import { tributaryOver } from "../src/client.ts";
import { createTransport } from "../src/transport.ts";
import { UNAVAILABLE, BUG, failureOf, LIMITED } from "./faults.ts";
import { listeningWorld } from "./listening.ts";

const here = listeningWorld();

describe("waiting", () => {
  it("is never shorter than Retry-After", async () => {
    here.proxy.plan(LIMITED, UNAVAILABLE);
    await here.through.campaigns.list();
    const [first = 0, second = 0] = here.timing.waits;
    expect([first >= 7000, first < 8000, second >= 2000, second < 3000]).toEqual([true, true, true, true]);
  });

  it("ends with the last retry, and the error gives the number of attempts", async () => {
    here.proxy.plan(...Array.from({ length: 9 }, () => BUG));
    expect(await failureOf(here.through.campaigns.list())).toMatchObject({ code: "internal_error", attempts: 5 });
    here.proxy.plan(...Array.from({ length: 9 }, () => BUG));
    expect(await failureOf(here.through.campaigns.list({}, { retries: 0 }))).toMatchObject({ attempts: 1 });
    expect(here.proxy.seen).toHaveLength(1);
  });

  it("does not start if it would exceed the total, and the error says how long it would have been", async () => {
    here.proxy.plan({ ...(LIMITED as object), status: 429, headers: { "retry-after": "3600" } });
    const failure = await failureOf(here.through.campaigns.list());
    expect(failure).toMatchObject({ code: "rate_limited", attempts: 1, retryAfterSeconds: 3600, outcome: "refused" });
    expect(here.timing.waits).toEqual([]);
    here.proxy.plan(...Array.from({ length: 9 }, () => LIMITED));
    expect(await failureOf(here.through.campaigns.list({}, { totalMs: 20_000 }))).toMatchObject({ attempts: 3 });
  });
});

describe("timeouts and signals", () => {
  it("retries when no response arrives", async () => {
    here.proxy.plan("hang");
    await here.through.campaigns.list({}, { timeoutMs: 500 });
    // On a busy machine, another response may come too late.
    expect(here.proxy.seen.length).toBeGreaterThanOrEqual(2);
  });

  it("the caller's signal ends an attempt and a wait with its own reason", async () => {
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
