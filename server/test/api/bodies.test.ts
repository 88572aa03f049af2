import { beforeAll, describe, expect, it } from "vitest";
import type { TestResponse } from "../support/app.ts";
import { flagOf, kindOf, nameOf, operations, type Operation } from "../support/operations.ts";
import { aShop, campaignOf, conversionOf, expectFailure, tracked, worldForFile, type Shop } from "../support/shop.ts";
import { campaignBody } from "../support/world.ts";

const world = worldForFile({}, "test");
const JSON_TYPE = { "content-type": "application/json" };
const LIMIT = 65_536;

const withBodies = operations.filter(({ method }) => method !== "GET");
const named = withBodies.map((operation) => [nameOf(operation), operation] as const);

/** Everything that a write could change. */
const stateOf = async (shop: Shop, conversionId: string) => [
  await conversionOf(shop, conversionId),
  await campaignOf(shop),
  (await shop.merchant.call("GET", "/v1/campaigns")).body,
  (await shop.merchant.call("GET", `/v1/campaigns/${shop.campaignId}/affiliates`)).body,
];

const malformed = [
  "{",
  "{]",
  '{"a":1,}',
  "{'a':1}",
  "undefined",
  "NaN",
  '{"a":"\u0001"}',
  "\u0000",
  "not json",
  '{"__proto__":{"admin":true}}',
  '{"a":{"__proto__":{"admin":true}}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"a":1}{"b":2}',
];

const otherTypes = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/xml",
  "application/jsonp",
  "application/json-patch+json",
  "text/json",
  "nonsense",
  "application",
];

/** One parser reads every body, so the first operation gets all of them and the others one of each sort. */
const isFirst = (operation: Operation): boolean => operation === withBodies[0];
const malformedFor = (operation: Operation): readonly string[] =>
  isFirst(operation) ? malformed : ["{", '{"a":{"__proto__":{"admin":true}}}'];
const otherTypesFor = (operation: Operation): readonly string[] =>
  isFirst(operation) ? otherTypes : ["text/plain", "application/x-www-form-urlencoded"];

describe.each(named)("%s, unreadable bodies", (_name, operation) => {
  let conversionId: string;
  let path: string;
  let valid: string;
  let before: Awaited<ReturnType<typeof stateOf>>;
  const send = (raw: string, type = "application/json"): Promise<TestResponse> =>
    world.shop.merchant.call(operation.method, path, { raw, headers: { "content-type": type } });

  beforeAll(async () => {
    conversionId = await tracked(world.shop);
    path = await operation.path(world.shop, conversionId);
    valid = JSON.stringify((await operation.body?.(world.shop, conversionId)) ?? {});
    before = await stateOf(world.shop, conversionId);
  });

  it("rejects invalid JSON and prototype keys", async () => {
    for (const raw of malformedFor(operation)) {
      const answer = await send(raw);
      expectFailure(answer, [400, "malformed_json"], flagOf(operation));
      expect(answer.body.error).toBe("The request body is not valid JSON.");
    }
  });

  it("rejects 64 KiB and one byte", async () => {
    expectFailure(await send(valid.padEnd(LIMIT + 1)), [413, "body_too_large"], flagOf(operation));
  });

  it("rejects a body without the JSON content type", async () => {
    for (const type of otherTypesFor(operation))
      expectFailure(await send(valid, type), [415, "unsupported_media_type"], flagOf(operation));
  });

  it("changes nothing when it rejects them", async () => {
    expect(await stateOf(world.shop, conversionId)).toEqual(before);
  });
});

describe.each(named)("%s 200, large", (_name, operation) => {
  it("accepts 64 KiB", async () => {
    const shop = await aShop(world.app, {}, kindOf(operation));
    const conversionId = await tracked(shop);
    if (operation.route.endsWith("unreject"))
      await shop.merchant.call("POST", `/v1/conversions/${conversionId}/reject`);
    const raw = JSON.stringify((await operation.body?.(shop, conversionId)) ?? {}).padEnd(LIMIT);
    const answer = await shop.merchant.call(operation.method, await operation.path(shop, conversionId), {
      raw,
      headers: JSON_TYPE,
    });
    // There is nothing to pay, which is said about the content.
    const isEmpty = answer.body.code === "nothing_to_pay";
    expect([operation.route, answer.status]).toEqual([operation.route, isEmpty ? 400 : 200]);
  });
});

describe("the content type of JSON", () => {
  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON",
    "application/json;charset=UTF-8",
  ])("is accepted as %s", async (type) => {
    const { status } = await world.shop.merchant.call("POST", "/v1/campaigns", {
      raw: JSON.stringify(campaignBody),
      headers: { "content-type": type },
    });
    expect(status).toBe(200);
  });
});

const bodiless = withBodies.filter(({ method, route }) => method === "DELETE" || route.includes("reject"));

const isFirstBodiless = (operation: Operation): boolean => operation === bodiless[0];

const emptyTypes = [
  undefined,
  "application/json",
  "text/plain",
  "application/x-www-form-urlencoded",
  "application/octet-stream",
  "nonsense",
];

describe.each(bodiless.map((operation) => [nameOf(operation), operation] as const))(
  "%s 200, empty body",
  (_name, operation) => {
    it.each(isFirstBodiless(operation) ? emptyTypes : [undefined, "text/plain"])(
      "counts as no body, with the content type %s",
      async (type) => {
        const shop = await aShop(world.app, {}, kindOf(operation));
        const conversionId = await tracked(shop);
        if (operation.route.endsWith("unreject"))
          await shop.merchant.call("POST", `/v1/conversions/${conversionId}/reject`);
        const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
        const answer = await shop.merchant.call(operation.method, await operation.path(shop, conversionId), {
          raw: "",
          headers,
        });
        expect([answer.status, answer.body.success]).toEqual([200, true]);
      },
    );
  },
);

describe("an empty body where one is required", () => {
  it.each([
    "POST /v1/campaigns",
    "POST /v1/campaigns/:campaign_id/affiliates",
    "POST /v1/conversions",
    "PATCH /v1/campaigns/:id",
  ])("is 400 on %s", async (name) => {
    const operation = operations.find((each) => nameOf(each) === name);
    if (!operation) throw new Error(`No operation ${name}.`);
    for (const headers of [{}, JSON_TYPE]) {
      const path = await operation.path(world.shop, "");
      const answer = await world.shop.merchant.call(operation.method, path, { raw: "", headers });
      expectFailure(answer, [400, "invalid_request"], flagOf(operation));
    }
  });
});

describe("odd but valid JSON", () => {
  it("nested 30,000 levels deep does no harm", async () => {
    const deep = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
    const raw = `{"name":"x","deep":${deep}}`;
    const path = `/v1/campaigns/${world.shop.campaignId}`;
    const answer = await world.shop.merchant.call("PATCH", path, { raw, headers: JSON_TYPE });
    expect([200, 400]).toContain(answer.status);
  });

  it("with a key twice takes the last one, as JSON parsers do", async () => {
    const raw = `${JSON.stringify(campaignBody).slice(0, -1)},"name":"Last"}`;
    const answer = await world.shop.merchant.call("POST", "/v1/campaigns", { raw, headers: JSON_TYPE });
    expect(answer.body.campaign.name).toBe("Last");
  });

  it("with bytes that are not UTF-8 is rejected", async () => {
    const text = JSON.stringify({ ...campaignBody, name: "?" });
    const [before, after] = text.split("?");
    const response = await world.app.http.inject({
      method: "POST",
      url: "/v1/campaigns",
      headers: { ...JSON_TYPE, authorization: `Bearer ${world.shop.merchant.key}` },
      payload: Buffer.concat([Buffer.from(before ?? ""), Buffer.from([0xff, 0xfe]), Buffer.from(after ?? "")]),
    });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, "malformed_json"]);
  });
});
