import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { idOf, uuidOf } from "../../src/domain/ids.ts";
import { appForFile, newDayForEachTest } from "../support/app.ts";
import { aTwin } from "../support/twins.ts";
import type { Merchant } from "../support/world.ts";

const app = await appForFile();
newDayForEachTest(() => app);

/** Events of this moment, as an advance over many orders announces them. */
async function announce({ accountId }: Merchant, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => app.services.random.uuid(app.clock.now()));
  await app.db.query(sql`
    insert into events (id, account_id, type, body, created_at, livemode)
    select id, ${uuidOf(accountId)}, 'webhook.test', '{}', now(), false from unnest(${ids}::uuid[]) as id`);
  return ids.map((id) => idOf("event", id));
}

async function read(merchant: Merchant, after?: string) {
  const { status, body } = await merchant.call("GET", `/v1/test/events${after === undefined ? "" : `?after=${after}`}`);
  expect(status).toBe(200);
  return { ids: body.events.map(({ id }: { id: string }) => id) as string[], next: body.next as string };
}

test("a listener receives every event of a burst, however many happen at once", async () => {
  const merchant = await aTwin(app);
  let { next } = await read(merchant);
  app.clock.forward({ ms: 5 });
  const announced = await announce(merchant, 500);
  const received = new Set<string>();
  for (let reads = 0; reads < 3; reads += 1) {
    const found = await read(merchant, next);
    for (const id of found.ids) received.add(id);
    next = found.next;
  }
  expect(received).toEqual(new Set(announced));
  app.clock.forward({ ms: 5 });
  const [later] = await announce(merchant, 1);
  expect((await read(merchant, next)).ids.at(-1)).toBe(later);
});

test("an event that is stored after a later one is not missed", async () => {
  const merchant = await aTwin(app);
  const { next } = await read(merchant);
  app.clock.forward({ seconds: 2 });
  const [newer] = await announce(merchant, 1);
  const first = await read(merchant, next);
  expect(first.ids).toEqual([newer]);
  app.clock.forward({ seconds: -1 });
  const [late] = await announce(merchant, 1);
  expect((await read(merchant, first.next)).ids).toEqual([late, newer]);
});

test("an event ID of another account is only a position in time", async () => {
  const [merchant, other] = [await aTwin(app), await aTwin(app)];
  const [foreign] = await announce(other, 1);
  app.clock.forward({ ms: 5 });
  const [own] = await announce(merchant, 1);
  expect((await read(merchant, foreign)).ids).toEqual([own]);
});

const BETWEEN = "wait must be a whole number from 0 to 25.";

test.each([
  { path: "events?wait=abc", error: BETWEEN },
  { path: "events?wait=26", error: BETWEEN },
  { path: "events?wait=1&wait=2", error: BETWEEN },
  {
    path: "webhook-endpoints",
    body: { url: "https://hooks.shop.example", events: [1] },
    error: /^events\[\] must be /,
  },
])("$path says in one sentence what is wrong", async ({ path, body, error }) => {
  const merchant = await aTwin(app);
  const refused = await merchant.call(body ? "POST" : "GET", `/v1/test/${path}`, body ? { body } : {});
  expect(refused.status).toBe(400);
  expect(refused.body.error).toMatch(error);
});
