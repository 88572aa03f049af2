import { describe, expect, it } from "vitest";
import { call } from "../support/app.ts";
import { aClick } from "../support/clicks.ts";
import { worldForFile } from "../support/shop.ts";
import { documentOf, operationsOf } from "./document.ts";

const world = worldForFile();
const BASE = "http://tributary.test";
const text = async (): Promise<string> => (await call(world.app, "GET", "/llms.txt")).text;

describe("GET /llms.txt 200", () => {
  it("is short plain text that starts with a title and a summary", async () => {
    const { status, headers, text: body } = await call(world.app, "GET", "/llms.txt");
    expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(body).toMatch(/^# Tributary\n\n> /);
    expect(body.length).toBeLessThan(11_500);
  });

  it("has no broken links", async () => {
    const links = [...(await text()).matchAll(/\]\(([^)]+)\)|src="([^"]+)"/g)].map(
      ([, link, source]) => link ?? source ?? "",
    );
    expect(links.length).toBeGreaterThanOrEqual(6);
    for (const link of links) {
      expect(link.startsWith(`${BASE}/`)).toBe(true);
      expect([link, (await call(world.app, "GET", link.slice(BASE.length))).status]).toEqual([link, 200]);
    }
  });

  it("names no unknown path", async () => {
    const documented = operationsOf(await documentOf(world.app)).map(({ name }) => name);
    const named = [...(await text()).matchAll(/`(GET|POST|PATCH|DELETE) (\/v1\/[^`?]*)`/g)].map(
      ([, method, path]) => `${method} ${path}`,
    );
    expect(named.length).toBeGreaterThanOrEqual(2);
    expect(named.filter((name) => !documented.includes(name))).toEqual([]);
    expect(await text()).toContain(`${BASE}/r/CODE`);
    const { affiliate } = world.shop;
    expect((await call(world.app, "GET", `/r/${affiliate.code}`)).status).toBe(302);
  });

  it("lists every error code of the API, and no others", async () => {
    const documented = operationsOf(await documentOf(world.app)).flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap((answer) =>
        Object.keys(answer.content?.["application/json"]?.examples ?? {}),
      ),
    );
    const listed = [...(await text()).matchAll(/^- `(\w+)`: \S/gm)].map(([, code]) => code);
    expect(listed).toEqual([...new Set(documented)].sort());
  });

  it("shows a body that tracks an order", async () => {
    const { shop } = world;
    const [, example = ""] = /^ {4}(\{.*\})$/m.exec(await text()) ?? [];
    const body = { ...(JSON.parse(example) as object), campaign_id: shop.campaignId, click_id: await aClick(shop) };
    const answer = await shop.merchant.call("POST", "/v1/conversions", { body });
    expect([answer.status, answer.body.conversion?.commission]).toEqual([200, 5]);
  });
});
