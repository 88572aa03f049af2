import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { aCampaign, aConversion, anAffiliate } from "../support/world.ts";
import { aDesk, asMember, linesOf, type Desk } from "./desk.ts";

// The sender is not started, so nothing is sent. The network only makes the address valid.
let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open", WEBHOOK_ALLOWED_NETWORKS: "10.99.0.0/16" });
});

const URL_OF_HOOK = "https://10.99.0.1/hook";
const events = ["conversion.created", "conversion.approved"];

async function aWorld(): Promise<Desk & { endpoint: string; secret: string }> {
  const desk = await aDesk(app);
  const { status, body } = await desk.send("POST", "webhook-endpoints", { url: URL_OF_HOOK, events });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { ...desk, endpoint: body.endpoint.id as string, secret: body.secret as string };
}

async function withDeliveries() {
  const world = await aWorld();
  const campaign = await aCampaign(world.merchant);
  const { code } = await anAffiliate(app, world.merchant, campaign);
  const conversion = await aConversion(world.merchant, campaign, { code });
  app.clock.forward({ seconds: 1 });
  await world.send("POST", `conversions/${conversion}/approve`);
  return { ...world, conversion };
}

const failAll = ({ merchant }: Desk): Promise<unknown> =>
  app.db.query(sql`
    update deliveries set status = 'failed', ended_at = created_at where account_id = ${uuidOf(merchant.accountId)}`);

describe("webhook endpoints", () => {
  it("show their secret once, and are listed without it", async () => {
    const { get, endpoint, secret } = await aWorld();
    expect(secret).toMatch(/^whsec_/);
    const listed = await get("webhook-endpoints");
    expect(listed.body).toMatchObject({
      webhook_endpoints: [{ id: endpoint, url: URL_OF_HOOK, events, enabled: true, disabled_by: null }],
      pagination: { limit: 50, offset: 0, total: 1 },
    });
    for (const path of ["webhook-endpoints", "webhook-endpoints.csv"])
      expect((await get(path)).text).not.toContain(secret);
    expect((await get("setup")).body.endpoint).toBe(true);
  });

  it("are changed, disabled and enabled, given a new secret, and deleted", async () => {
    const { get, send, endpoint, secret } = await aWorld();
    const path = `webhook-endpoints/${endpoint}`;
    const off = await send("PATCH", path, { enabled: false, events: ["payout.created"] });
    expect(off.body.endpoint).toMatchObject({ enabled: false, disabled_by: "person", events: ["payout.created"] });
    expect((await send("POST", `${path}/test`)).body.code).toBe("endpoint_off");
    expect((await send("PATCH", path, { enabled: true })).body.endpoint).toMatchObject({ enabled: true });
    const rotated = await send("POST", `${path}/rotate`, { overlap_hours: 2 });
    expect(rotated.body.secret).not.toBe(secret);
    expect(rotated.body.endpoint.previous_secret_until).toBe(app.clock.after({ hours: 2 }).toISOString());
    expect((await send("POST", `${path}/rotate`)).body.endpoint.previous_secret_until).toBeNull();
    expect((await send("DELETE", path)).body).toEqual({ success: true });
    expect((await send("DELETE", path)).body.code).toBe("endpoint_not_found");
    expect((await get("webhook-endpoints")).body.webhook_endpoints).toEqual([]);
  });

  it("report an invalid address, list of events or overlap in one sentence", async () => {
    const { send, endpoint } = await aWorld();
    const errorOf = async (path: string, body: object): Promise<[number, string]> => {
      const answer = await send("POST", path, body);
      return [answer.status, answer.body.error as string];
    };
    expect((await errorOf("webhook-endpoints", { url: "http://10.99.0.1/", events }))[1]).toMatch(
      /^url must be an https/,
    );
    expect((await errorOf("webhook-endpoints", { url: "https://127.0.0.1/", events }))[0]).toBe(400);
    expect((await errorOf("webhook-endpoints", { url: URL_OF_HOOK, events: ["all"] }))[1]).toMatch(/^events must list/);
    expect((await errorOf("webhook-endpoints", { url: URL_OF_HOOK, events: [] }))[0]).toBe(400);
    expect((await errorOf("webhook-endpoints", { events }))[1]).toBe("url is required and must be text.");
    expect(await errorOf(`webhook-endpoints/${endpoint}/rotate`, { overlap_hours: 25 })).toEqual([
      400,
      "overlap_hours must be a number from 0 to 24.",
    ]);
  });

  it("are created and given secrets by owners only; managers do the rest", async () => {
    const desk = await aWorld();
    const manager = await asMember(desk, "manager");
    const path = `webhook-endpoints/${desk.endpoint}`;
    expect((await manager.send("POST", "webhook-endpoints", { url: URL_OF_HOOK, events })).body.code).toBe(
      "role_required",
    );
    expect((await manager.send("POST", `${path}/rotate`)).body.code).toBe("role_required");
    expect((await manager.send("PATCH", path, { enabled: false })).status).toBe(200);
    expect((await (await asMember(desk, "viewer")).get("webhook-endpoints")).status).toBe(200);
  });

  it("of another account are 404", async () => {
    const desk = await aWorld();
    const other = await aDesk(app);
    const path = `webhook-endpoints/${desk.endpoint}`;
    for (const [method, url] of [
      ["PATCH", path],
      ["DELETE", path],
      ["POST", `${path}/rotate`],
      ["POST", `${path}/test`],
    ] as const)
      expect((await other.send(method, url, {})).body.code).toBe("endpoint_not_found");
  });
});

describe("deliveries", () => {
  it("are listed newest first and can be filtered by status, endpoint, event and dates, as can the CSV", async () => {
    const { get, endpoint } = await withDeliveries();
    const typesOf = async (query: string): Promise<string[]> =>
      (await get(`deliveries?${query}`)).body.deliveries.map((row: { event_type: string }) => row.event_type);
    expect(await typesOf("")).toEqual(["conversion.approved", "conversion.created"]);
    expect(await typesOf("event_type=conversion.created")).toEqual(["conversion.created"]);
    expect(await typesOf(`endpoint_id=${endpoint}&status=waiting`)).toHaveLength(2);
    expect(await typesOf("endpoint_id=whe_nothing")).toEqual([]);
    expect(await typesOf("status=failed")).toEqual([]);
    expect(await typesOf(`from=${app.clock.now().toISOString()}`)).toEqual(["conversion.approved"]);
    expect(linesOf(await get("deliveries.csv?event_type=conversion.created"))).toHaveLength(2);
    expect((await get("deliveries?status=lost")).status).toBe(400);
  });

  it("show the exact body, and are listed with their conversion", async () => {
    const { get, conversion, endpoint } = await withDeliveries();
    const { deliveries } = (await get(`conversions/${conversion}`)).body;
    expect(deliveries).toHaveLength(2);
    const { body } = await get(`deliveries/${deliveries[0].id}`);
    expect(body.delivery).toEqual(deliveries[0]);
    expect(body.delivery).toMatchObject({
      endpoint_id: endpoint,
      endpoint_url: URL_OF_HOOK,
      status: "waiting",
      attempts: 0,
    });
    expect(JSON.parse(body.body)).toMatchObject({ type: "conversion.approved", data: { id: conversion } });
    expect(body.attempts).toEqual([]);
  });

  it("are resent individually, or all that failed since a given time", async () => {
    const desk = await withDeliveries();
    const { get, send, endpoint } = desk;
    await failAll(desk);
    const [newest, oldest] = (await get("deliveries?status=failed")).body.deliveries as {
      id: string;
      created_at: string;
    }[];
    const again = await send("POST", `deliveries/${newest?.id}/resend`);
    expect(again.body.delivery).toMatchObject({ id: newest?.id, status: "waiting" });
    const since = oldest?.created_at;
    expect((await send("POST", "deliveries/resend-failed", { since, endpoint_id: endpoint })).body).toEqual({
      count: 1,
    });
    expect((await send("POST", "deliveries/resend-failed", { since })).body).toEqual({ count: 0 });
    expect((await send("POST", "deliveries/resend-failed", {})).body.error).toMatch(/^since must be an ISO 8601/);
    expect((await send("POST", "deliveries/resend-failed", { since, endpoint_id: "whe_no" })).status).toBe(404);
  });

  it("of another account are 404, and a bulk resend does not include them", async () => {
    const desk = await withDeliveries();
    await failAll(desk);
    const other = await aDesk(app);
    const [first] = (await desk.get("deliveries")).body.deliveries as { id: string; created_at: string }[];
    expect((await other.get(`deliveries/${first?.id}`)).body.code).toBe("delivery_not_found");
    expect((await other.send("POST", `deliveries/${first?.id}/resend`)).body.code).toBe("delivery_not_found");
    expect((await other.send("POST", "deliveries/resend-failed", { since: "2026-01-01T00:00:00Z" })).body).toEqual({
      count: 0,
    });
    expect((await other.get(`deliveries?endpoint_id=${desk.endpoint}`)).body.deliveries).toEqual([]);
    expect((await desk.get("deliveries?status=failed")).body.pagination.total).toBe(2);
  });

  it("include a test event on request", async () => {
    const { send, endpoint } = await aWorld();
    const { status, body } = await send("POST", `webhook-endpoints/${endpoint}/test`);
    expect(status).toBe(200);
    expect(body.delivery).toMatchObject({ event_type: "webhook.test", status: "waiting" });
  });
});
