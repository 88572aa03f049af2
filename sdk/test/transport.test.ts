import { createTributary, TributaryError } from "tributary-sdk";
import { describe, expect, it, vi } from "vitest";
import { createTransport } from "../src/transport.ts";
import { failureOf } from "./faults.ts";
import { notedTiming } from "./noted-timing.ts";
import { CREATE, options, READ, sending } from "./planned-client.ts";
import { ok, plannedFetch, refused } from "./planned-fetch.ts";

describe("a request", () => {
  it("has the key, and a body only where one is needed", async () => {
    const read = sending(READ, [ok({})]);
    await read.result;
    expect(read.asked).toEqual([
      {
        method: "GET",
        url: "https://partners.example/v1/campaigns",
        headers: { accept: "application/json", authorization: "Bearer sk_test_x" },
        body: undefined,
        redirect: "manual",
      },
    ]);
    const create = sending(CREATE, [ok({})]);
    await create.result;
    expect(create.asked).toEqual([
      {
        method: "POST",
        url: "https://partners.example/v1/campaigns",
        headers: { accept: "application/json", authorization: "Bearer sk_test_x", "content-type": "application/json" },
        body: { name: "Spring" },
        redirect: "manual",
      },
    ]);
  });

  it("goes to the right path and query, whatever an ID contains", async () => {
    const query = { status: "active", limit: 5, offset: 0, affiliate_id: "a&b=c", nothing: null, absent: undefined };
    const { result, asked } = sending({ ...READ, path: ["campaigns", "../x?y#z"], query }, [ok({})]);
    await result;
    expect(asked[0]?.url).toBe(
      "https://partners.example/v1/campaigns/..%2Fx%3Fy%23z?status=active&limit=5&offset=0&affiliate_id=a%26b%3Dc",
    );
  });

  it.each(["", ".", "..", undefined, 7])("is not sent with the ID %j", async (id) => {
    const { result, asked } = sending({ ...READ, path: ["campaigns", id as string] }, []);
    await expect(result).rejects.toThrow(new TypeError("An ID must not be empty."));
    expect(asked).toEqual([]);
  });

  it.each<[string, object, string]>([
    ["NaN", { amount: Number.NaN }, "amount must be a finite number, not NaN."],
    ["Infinity", { max_budget: Infinity }, "max_budget must be a finite number, not Infinity."],
    ["-Infinity", { items: [{ amount: 1 }, { amount: -Infinity }] }, "amount must be a finite number, not -Infinity."],
    ["a bigint", { amount: 5n }, "amount must be a finite number, not a bigint."],
    ["an invalid date", { paid_at: new Date(Number.NaN) }, "paid_at must be a valid date."],
  ])("is not sent with %s", async (_name, body, message) => {
    const { result, asked } = sending({ ...CREATE, body }, []);
    await expect(result).rejects.toThrow(new TypeError(message));
    expect(asked).toEqual([]);
  });

  it("is sent with null, 0 and a date", async () => {
    const paid_at = "2026-03-01T12:00:00.000Z";
    const { result, asked } = sending({ ...CREATE, body: { a: null, b: 0, paid_at: new Date(paid_at) } }, [ok({})]);
    await result;
    expect(asked[0]?.body).toEqual({ a: null, b: 0, paid_at });
  });

  it("uses the global fetch unless another is given", async () => {
    const { fetch, asked } = plannedFetch(ok({ campaigns: [] }));
    vi.stubGlobal("fetch", fetch);
    try {
      expect(await createTributary(options).campaigns.list()).toEqual({ campaigns: [] });
    } finally {
      vi.unstubAllGlobals();
    }
    expect(asked).toHaveLength(1);
  });
});

describe("the options", () => {
  it.each([
    ["https://partners.example", "https://partners.example/v1/campaigns"],
    ["https://partners.example/", "https://partners.example/v1/campaigns"],
    ["http://localhost:3000/a/b//", "http://localhost:3000/a/b/v1/campaigns"],
  ])("accept the address %s", async (baseUrl, url) => {
    const { result, asked } = sending(READ, [ok({})], { baseUrl });
    await result;
    expect(asked[0]?.url).toBe(url);
  });

  it.each([
    "",
    "partners.example",
    "ftp://partners.example",
    "xhttp://partners.example",
    "httpss://partners.example",
    "https://partners.example/?a=1",
    "https://partners.example/#a",
    "https://ada@partners.example",
    "https://:secret@partners.example",
  ])("reject the address %j", (baseUrl) => {
    expect(() => createTransport({ ...options, baseUrl })).toThrow(/^baseUrl must be the address of Tributary/);
  });

  it.each(["", "sk live", "sk_live_\n", "\tsk_live", "ключ", undefined])(
    "reject the key %j without repeating it",
    (apiKey) => {
      const wrong = { ...options, apiKey: apiKey as string };
      expect(() => createTransport(wrong)).toThrow(new TypeError("apiKey must be an API key: sk_live_…"));
    },
  );

  it.each(["timeoutMs", "totalMs", "retries"])("reject %s unless it is a number of at least 0", async (name) => {
    for (const value of [-1, Number.NaN, "3", null]) {
      const wrong = sending(READ, [], { [name]: value });
      await expect(wrong.result).rejects.toThrow(new TypeError(`${name} must be a number of at least 0.`));
    }
    const { result } = sending(READ, [ok({ a: 1 })], { [name]: 0 });
    expect(await result).toEqual({ a: 1 });
  });

  it("of a call override those of the client, and undefined changes nothing", async () => {
    const attempts = async (ofClient: number | undefined, ofCall: number | undefined): Promise<number> => {
      const { fetch } = plannedFetch(...Array.from({ length: 9 }, () => refused(500, "internal_error")));
      const send = createTransport({ ...options, fetch, retries: ofClient }, notedTiming());
      return (await failureOf(send(READ, { retries: ofCall }))).attempts;
    };
    expect(await Promise.all([attempts(undefined, undefined), attempts(1, undefined), attempts(1, 2)])).toEqual([
      5, 2, 3,
    ]);
  });
});

describe("a response", () => {
  it.each<[string, () => Response, object]>([
    [
      "an error of the API",
      () => refused(404, "campaign_not_found"),
      { code: "campaign_not_found", message: "Refused: campaign_not_found.", status: 404, outcome: "refused" },
    ],
    [
      "an error that names a conversion",
      () => refused(409, "duplicate_conversion", { conversion_id: "conv_1" }),
      { code: "duplicate_conversion", conversionId: "conv_1", outcome: "refused" },
    ],
    ["an invalid conversion ID", () => refused(409, "x", { conversion_id: 7 }), { conversionId: undefined }],
    [
      "a proxy's page",
      () => new Response("<h1>No</h1>", { status: 404 }),
      { code: "unexpected_answer", status: 404, outcome: "refused" },
    ],
    ["a redirect", () => new Response(null, { status: 302 }), { code: "unexpected_answer", outcome: "refused" }],
    ["an error without a code", () => Response.json({ error: "No." }, { status: 400 }), { code: "unexpected_answer" }],
    ["a code without an error", () => Response.json({ code: "x" }, { status: 400 }), { code: "unexpected_answer" }],
    ["a null", () => Response.json(null, { status: 400 }), { code: "unexpected_answer" }],
    ["a success that is not JSON", () => new Response("hello"), { code: "unexpected_answer", outcome: "unknown" }],
    ["a success that is a number", () => ok(7), { code: "unexpected_answer", status: 200, outcome: "unknown" }],
    ["a success that looks like an error", () => new Response("", { status: 200 }), { outcome: "unknown" }],
  ])("that is %s ends the call", async (_name, answer, expected) => {
    const { result } = sending(READ, [answer()]);
    expect(await failureOf(result)).toMatchObject({ ...expected, attempts: 1 });
  });

  it("that is not from the API names its status", async () => {
    const { result } = sending(READ, [new Response("", { status: 418 })]);
    expect((await failureOf(result)).message).toMatch(/^Status 418 /);
  });

  it("has the request's ID, and how long to wait", async () => {
    const headers = { "x-request-id": "req-1", "retry-after": "90" };
    const { result } = sending(READ, [Response.json({ error: "No.", code: "busy" }, { status: 503, headers })]);
    expect(await failureOf(result)).toMatchObject({ requestId: "req-1", retryAfterSeconds: 90, status: 503 });
    const bare = await failureOf(sending(READ, [refused(404, "path_not_found")]).result);
    expect([bare.requestId, bare.retryAfterSeconds, bare.conversionId, bare.cause]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

it("an error is a TributaryError with a name", async () => {
  const failure = await failureOf(sending(READ, [refused(404, "campaign_not_found")]).result);
  expect(failure).toBeInstanceOf(TributaryError);
  expect(failure.name).toBe("TributaryError");
});
