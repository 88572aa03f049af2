import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { Turns } from "../../src/system/turns.ts";
import { appForTest, MANY_CONNECTIONS, type TestApp } from "../support/app.ts";
import { aShop, track, type Shop } from "../support/shop.ts";
import { ledgerFaults } from "../support/world.ts";
import { eventually } from "../support/eventually.ts";

async function connected(app: TestApp): Promise<pg.Client> {
  const client = new pg.Client(app.connection);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Locks the campaign like a hanging change of it. */
async function lockCampaign(app: TestApp, { campaignId }: Shop): Promise<() => Promise<unknown>> {
  const client = await connected(app);
  await client.query("begin");
  await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`campaign ${campaignId}`]);
  return () => client.query("rollback");
}

async function waitingForLocks(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ waiting: number }>(
    "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0]?.waiting ?? 0;
}

test.each([
  [6, "without a budget", {}],
  [2, "with a budget", { max_budget: 100_000 }],
])("a locked campaign takes %d connections %s, and other accounts are served", async (connections, _, campaign) => {
  const app = await appForTest({}, MANY_CONNECTIONS);
  const [hot, other] = [await aShop(app, campaign), await aShop(app)];
  const watcher = await connected(app);
  const release = await lockCampaign(app, hot);
  const orders = Array.from({ length: 40 }, () => track(hot));
  await eventually(async () => expect(await waitingForLocks(watcher)).toBe(connections));
  const served = await Promise.all(Array.from({ length: 20 }, () => track(other)));
  expect(served.map(({ status }) => status)).toEqual(served.map(() => 200));
  expect(await waitingForLocks(watcher)).toBe(connections);
  await release();
  expect((await Promise.all(orders)).map(({ status }) => status)).toEqual(orders.map(() => 200));
  expect(await ledgerFaults(app)).toEqual([]);
});

test("slots are granted first come, first served, and passed on when they end", async () => {
  const turns = new Turns({ atOnce: 2, waitingMax: 10, waitMs: 60_000 });
  const order: number[] = [];
  const ends = await Promise.all([turns.take("a"), turns.take("a")]);
  const later = [1, 2, 3].map(async (n) => {
    const end = await turns.take("a");
    order.push(n);
    end?.();
  });
  expect(await turns.take("b")).toBeDefined();
  expect(order).toEqual([]);
  for (const end of ends) end?.();
  await Promise.all(later);
  expect(order).toEqual([1, 2, 3]);
});

test("a slot is refused when the queue is full or the wait is over, and none is lost", async () => {
  const turns = new Turns({ atOnce: 1, waitingMax: 1, waitMs: 1 });
  const end = await turns.take("a");
  const late = turns.take("a");
  expect(await turns.take("a")).toBeUndefined();
  expect(await late).toBeUndefined();
  end?.();
  end?.();
  const again = await turns.take("a");
  expect(again).toBeDefined();
  expect(await turns.take("a")).toBeUndefined();
  again?.();
});
