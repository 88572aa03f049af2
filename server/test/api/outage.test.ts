import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, MovableClock, startApp, type TestResponse, type TestApp } from "../support/app.ts";
import { cableTo, type Cable } from "../support/cable.ts";
import { cloneDatabase } from "../support/database.ts";
import { flagOf, kindOf, nameOf, operations } from "../support/operations.ts";
import { aShop, campaignOf, conversionsOf, expectFailure, track, tracked, type Shop } from "../support/shop.ts";
import { asAdmin } from "../support/global-setup.ts";
import { eventually } from "../support/eventually.ts";
import { anOrderId, campaignBody, ledgerFaults } from "../support/world.ts";
import type { Connection } from "../../src/db/database.ts";

let connection: Connection;
let cable: Cable;
let app: TestApp;
let shop: Shop;
let conversionId: string;
/** With a test key, for the operations of test mode. */
let testShop: Shop;
let testConversionId: string;

beforeAll(async () => {
  connection = await cloneDatabase();
  cable = await cableTo(connection);
  app = await startApp({ LOG_LEVEL: "silent" }, { connection: cable.connection, clock: new MovableClock() });
  shop = await aShop(app, { max_budget: 10_000 });
  conversionId = await tracked(shop);
  testShop = await aShop(app, {}, "test");
  testConversionId = await tracked(testShop);
});
afterAll(async () => {
  await app.close();
  await cable.pull();
});

/** Disconnects the database while the work runs. */
async function withoutDatabase(work: () => Promise<void>): Promise<void> {
  await cable.pull();
  try {
    await work();
  } finally {
    await cable.plug();
  }
}

function expectUnavailable(answer: TestResponse, more: Record<string, unknown> = {}): void {
  expectFailure(answer, [503, "database_away"], more);
  expect(answer.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
}

describe.each(operations.map((operation) => [nameOf(operation), operation] as const))("%s 503", (_name, operation) => {
  it("says that the database is unavailable and when to retry, and works once it is back", async () => {
    app.clock.forward({ seconds: 61 });
    const [at, id] = kindOf(operation) === "live" ? [shop, conversionId] : [testShop, testConversionId];
    const path = await operation.path(at, id);
    const body = await operation.body?.(at, id);
    const more = body === undefined ? {} : { body };
    const before = await campaignOf(at);
    await withoutDatabase(async () => {
      expectUnavailable(await at.merchant.call(operation.method, path, more), flagOf(operation));
    });
    expect(await campaignOf(at)).toEqual(before);
  });
});

describe("while the database is unavailable", () => {
  it("/healthz is up, /readyz is not ready, and a key that cannot be checked is 503, not 401", async () => {
    app.clock.forward({ seconds: 61 });
    await withoutDatabase(async () => {
      expect((await call(app, "GET", "/healthz")).status).toBe(200);
      expectUnavailable(await call(app, "GET", "/readyz"));
      expectUnavailable(await call(app, "GET", "/v1/campaigns", { key: `sk_live_${"a".repeat(43)}` }));
      expectFailure(await call(app, "GET", "/v1/campaigns"), [401, "invalid_api_key"]);
    });
    await eventually(async () => expect((await call(app, "GET", "/readyz")).status).toBe(200));
  });

  it("loses and duplicates nothing: a client that retries every 503 has every order once", async () => {
    app.clock.forward({ seconds: 61 });
    const orders = Array.from({ length: 20 }, anOrderId);
    const work = Promise.all(orders.map((order) => untilRecorded(order)));
    for (let number = 0; number < 3; number += 1) {
      await withoutDatabase(() => sleep(30));
      await sleep(50);
    }
    expect(await work).toEqual(orders);
    const kept = (await conversionsOf(shop, "?limit=100")).map(({ external_id: id }) => id as string);
    expect(kept.filter((id) => orders.includes(id)).sort()).toEqual([...orders].sort());
    expect(await ledgerFaults(app)).toEqual([]);
  });

  async function untilRecorded(order: string): Promise<string> {
    for (;;) {
      const { status, body, text } = await track(shop, { external_id: order });
      if (status === 200 || body.code === "duplicate_conversion") return order;
      if (status === 429) app.clock.forward({ seconds: 61 });
      else if (status !== 503) throw new Error(text);
      await sleep(20);
    }
  }
});

describe("a killed backend", () => {
  const WAITS = "wait_event_type = 'Lock'";
  const kill = (which: string) =>
    asAdmin(connection, (admin) =>
      admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and ${which}`,
      ),
    );

  it("is not noticed while idle", async () => {
    app.clock.forward({ seconds: 61 });
    await shop.merchant.call("GET", "/v1/campaigns");
    // Until the pool notices that its idle connections are gone, it may hand one out. Another may still be opening, to
    // save when the key was used, and outlives the first time.
    await eventually(async () => {
      await kill("true");
      expect(app.db.connections.idle).toBe(0);
    });
    expect((await shop.merchant.call("GET", "/v1/campaigns")).status).toBe(200);
  });

  it("in the middle of a write causes 503, and rolls the write back", async () => {
    app.clock.forward({ seconds: 61 });
    const before = await campaignOf(shop);
    const blocker = new pg.Client(connection);
    await blocker.connect();
    await blocker.query("begin");
    await blocker.query("lock table conversions in exclusive mode");
    const order = anOrderId();
    const pending = track(shop, { external_id: order });
    await waitingForLock();
    // Not the blocker: without its lock, the order could be recorded before its own connection ends.
    await kill(WAITS);
    expectUnavailable(await pending, { success: false });
    await blocker.end();
    expect(await campaignOf(shop)).toEqual(before);
    expect((await track(shop, { external_id: order })).status).toBe(200);
    expect(await ledgerFaults(app)).toEqual([]);
  });

  async function waitingForLock(): Promise<void> {
    await asAdmin(connection, async (admin) => {
      for (;;) {
        const { rowCount } = await admin.query(
          `select from pg_stat_activity where datname = current_database() and ${WAITS}`,
        );
        if (rowCount !== null && rowCount > 0) return;
        await sleep(10);
      }
    });
  }
});

describe("a name used in a request during an outage", () => {
  it("is free afterwards: the failed request created no campaign", async () => {
    app.clock.forward({ seconds: 61 });
    const body = { ...campaignBody, name: "Only once" };
    await withoutDatabase(async () => expectUnavailable(await shop.merchant.call("POST", "/v1/campaigns", { body })));
    expect((await shop.merchant.call("POST", "/v1/campaigns", { body })).body.campaign.slug).toBe("only-once");
  });
});
