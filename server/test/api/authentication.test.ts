import { describe, expect, it } from "vitest";
import { createKey } from "../../src/usecases/keys/create-key.ts";
import { revokeKey } from "../../src/usecases/keys/revoke-key.ts";
import { call } from "../support/app.ts";
import { flagOf, nameOf, operations } from "../support/operations.ts";
import { expectFailure, tracked, worldForFile } from "../support/shop.ts";
import { aMerchant, campaignBody } from "../support/world.ts";

const world = worldForFile({}, "test");
const JSON_TYPE = { "content-type": "application/json" };
const unknownKey = `sk_live_${"a".repeat(43)}`;

describe.each(operations.map((operation) => [nameOf(operation), operation] as const))("%s 401", (_name, operation) => {
  it("asks for a key, and shows no rate limit without one", async () => {
    const conversionId = await tracked(world.shop);
    const path = await operation.path(world.shop, conversionId);
    const body = await operation.body?.(world.shop, conversionId);
    const answer = await call(world.app, operation.method, path, body === undefined ? {} : { body });
    expectFailure(answer, [401, "invalid_api_key"], flagOf(operation));
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("x-ratelimit"))).toEqual([]);
  });
});

const withBody = operations.filter(({ method }) => method !== "GET");
it.each(withBody.map((operation) => [nameOf(operation), operation] as const))(
  "%s 401 comes before the body is read: without a key, malformed JSON, a wrong type and a large body are 401",
  async (_name, operation) => {
    const path = await operation.path(world.shop, await tracked(world.shop));
    for (const request of [
      { raw: "{", headers: JSON_TYPE },
      { raw: "a=b", headers: { "content-type": "application/x-www-form-urlencoded" } },
      { raw: "x".repeat(65_537), headers: JSON_TYPE },
    ])
      expectFailure(
        await call(world.app, operation.method, path, request),
        [401, "invalid_api_key"],
        flagOf(operation),
      );
  },
);

describe.each(operations.map((operation) => [nameOf(operation), operation] as const))("%s 403", (_name, operation) => {
  it("needs the PRO plan, says so, and comes before the body and IDs are checked", async () => {
    const free = await aMerchant(world.app, "free");
    const path = await operation.path(world.shop, await tracked(world.shop));
    for (const more of [{}, { raw: "{", headers: JSON_TYPE }]) {
      const answer = await free.call(operation.method, path, operation.method === "GET" ? {} : more);
      expectFailure(answer, [403, "plan_required"], flagOf(operation));
      expect(answer.body.error).toMatch(/PRO plan/);
      expect(answer.headers["x-ratelimit-limit"]).toBe("100");
    }
  });
});

describe("the Authorization header", () => {
  const withHeader = (authorization: string) =>
    call(world.app, "GET", "/v1/campaigns", { headers: { authorization } }).then(({ status }) => status);

  it("accepts the scheme in any letter case", async () => {
    const { key } = world.shop.merchant;
    expect([await withHeader(`Bearer ${key}`), await withHeader(`bearer ${key}`)]).toEqual([200, 200]);
  });

  it.each([
    ["nothing", () => ""],
    ["another scheme", (key: string) => `Basic ${key}`],
    ["no scheme", (key: string) => key],
    ["no key", () => "Bearer"],
    ["an unknown key", () => `Bearer ${unknownKey}`],
    ["a key of another form", () => "Bearer sk_live_short"],
    ["a key of another mode", (key: string) => `Bearer ${key.replace("sk_test_", "sk_live_")}`],
    ["two keys", (key: string) => `Bearer ${key} ${key}`],
    ["a key in another letter case", (key: string) => `Bearer ${key.toUpperCase()}`],
    ["a key with trailing text", (key: string) => `Bearer ${key}x`],
    ["a quoted key", (key: string) => `Bearer "${key}"`],
    ["a lot", () => `Bearer ${"x".repeat(8000)}`],
  ])("rejects %s", async (_what, header) => {
    expect(await withHeader(header(world.shop.merchant.key))).toBe(401);
  });

  it("is the only source: a key in the query, body or cookie is ignored", async () => {
    const { key } = world.shop.merchant;
    const inQuery = await call(world.app, "GET", `/v1/campaigns?api_key=${key}&access_token=${key}`);
    const inBody = await call(world.app, "POST", "/v1/campaigns", { body: { ...campaignBody, api_key: key } });
    const inCookie = await call(world.app, "GET", "/v1/campaigns", { headers: { cookie: `api_key=${key}` } });
    expect([inQuery.status, inBody.status, inCookie.status]).toEqual([401, 401, 401]);
  });
});

describe("a revoked key", () => {
  it("stops working within five seconds, and the account's other key still works", async () => {
    const merchant = await aMerchant(world.app);
    const { key, secret } = await createKey(merchant.context, "second");
    const use = () => call(world.app, "GET", "/v1/campaigns", { key: secret }).then(({ status }) => status);
    expect(await use()).toBe(200);
    await revokeKey(merchant.context, key.id);
    world.app.clock.forward({ seconds: 5 });
    expect(await use()).toBe(401);
    expect((await merchant.call("GET", "/v1/campaigns")).status).toBe(200);
  });
});

describe("unknown paths of /v1", () => {
  const unknown = [
    ["GET", "/v1"],
    ["GET", "/v1/"],
    ["GET", "/v1/nothing"],
    ["PUT", "/v1/campaigns"],
    ["PATCH", "/v1/conversions/conv_x/reject"],
    ["DELETE", "/v1/conversions/conv_x"],
    ["GET", "/v1/conversions"],
    ["GET", "/v1/campaigns/a/b/c"],
    ["POST", "/v1/conversions/conv_x/approve"],
    ["GET", "/v1//campaigns"],
    ["GET", "/v1/campaigns/"],
    ["OPTIONS", "/v1/campaigns"],
  ] as const;

  it.each(unknown)("%s %s is 401 without a key and 404 with one", async (method, path) => {
    expectFailure(await call(world.app, method, path), [401, "invalid_api_key"]);
    const answer = await world.shop.merchant.call(method, path);
    expect([answer.status, answer.headers["x-ratelimit-limit"]]).toEqual([404, "100"]);
  });
});

describe("the order of checks", () => {
  it("is key, rate, plan, body, resource, rules", async () => {
    const { app, shop } = world;
    const free = await aMerchant(app, "free");
    const path = "/v1/campaigns/cmp_00000000000000000000000000/affiliates";
    const seen: unknown[] = [];
    const note = async (answer: ReturnType<typeof call>) => seen.push((await answer).body.code);
    await note(call(app, "POST", path, { raw: "{", headers: JSON_TYPE }));
    await note(free.call("POST", path, { raw: "{", headers: JSON_TYPE }));
    for (let number = 0; number < 99; number += 1) await free.call("GET", "/v1/campaigns");
    await note(free.call("POST", path, { raw: "{", headers: JSON_TYPE }));
    await note(shop.merchant.call("POST", path, { raw: "{", headers: JSON_TYPE }));
    await note(shop.merchant.call("POST", path, { body: {} }));
    await note(shop.merchant.call("POST", path, { body: { email: shop.affiliate.email } }));
    const own = `/v1/campaigns/${shop.campaignId}/affiliates`;
    await note(shop.merchant.call("POST", own, { body: { email: shop.affiliate.email } }));
    expect(seen).toEqual([
      "invalid_api_key",
      "plan_required",
      "rate_limited",
      "malformed_json",
      "invalid_request",
      "campaign_not_found",
      "already_in_campaign",
    ]);
  });
});
