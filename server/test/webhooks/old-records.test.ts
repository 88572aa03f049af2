import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstUuidAt, uuidOf } from "../../src/domain/ids.ts";
import { lockDelivery, saveResend } from "../../src/store/webhooks/deliveries.ts";
import { deleteOldRecords } from "../../src/store/webhooks/event-records.ts";
import { RecordRetention } from "../../src/usecases/webhooks/delete-old-records.ts";
import { expireEvents } from "../../src/usecases/webhooks/expire-events.ts";
import { getDelivery } from "../../src/usecases/webhooks/list-deliveries.ts";
import { resendDelivery } from "../../src/usecases/webhooks/resend-delivery.ts";
import { anEndpoint, anEvent, deliveriesOf, senderWorld, theRecord, type SenderWorld } from "../deliverer/sender.ts";
import { eventually } from "../support/eventually.ts";
import { aCampaign, anAffiliate, anOrderId, ledgerFaults } from "../support/world.ts";

const BODIES = 30;
const RECORDS = 90;

let world: SenderWorld;
beforeAll(async () => {
  world = await senderWorld();
});
afterAll(() => world.close());

let path = 0;
const newEndpoint = () => anEndpoint(world, world.receiver.url(`/hook-${(path += 1)}`));

/** As jobs that start now. */
async function sweep(retentionDays = RECORDS): Promise<number> {
  await expireEvents(world.app.services, { retentionDays: BODIES });
  return new RecordRetention(world.app.services, { retentionDays }).run();
}

async function recordsLeft(): Promise<number[]> {
  const account = uuidOf(world.merchant.accountId);
  const [row] = await world.app.db.query<{ counts: number[] }>(sql`
    select array[(select count(*) from events where account_id = ${account}),
      (select count(*) from deliveries where account_id = ${account}),
      (select count(*) from delivery_attempts where account_id = ${account})]::int[] as counts`);
  return row?.counts ?? [];
}

test("deletes an event, its deliveries and attempts after the retention period, not before", async () => {
  const { context } = world.merchant;
  const endpoint = await newEndpoint();
  await anEvent(world);
  await world.deliverer.runUntilIdle();
  const { delivery } = await theRecord(world, endpoint);
  world.clock.forward({ days: RECORDS, ms: -1 });
  expect(await sweep()).toBe(0);
  expect(await getDelivery(context, delivery.id)).toMatchObject({ body: null, attempts: [{ statusCode: 200 }] });
  world.clock.forward({ ms: 2 });
  expect(await sweep()).toBe(1);
  await expect(getDelivery(context, delivery.id)).rejects.toMatchObject({ code: "delivery_not_found" });
  expect(await recordsLeft()).toEqual([0, 0, 0]);
});

test("keeps an event with all its deliveries while one is pending, and for a day after it was due", async () => {
  const [first, second] = [await newEndpoint(), await newEndpoint()];
  await anEvent(world);
  const until = new Date(world.clock.now().getTime() + 200 * 86_400_000);
  await world.app.db.query(sql`
    update deliveries set due_at = ${until} where account_id is not null and endpoint_id = ${uuidOf(second.endpoint.id)}`);
  await world.deliverer.runUntilIdle();
  world.clock.set(new Date(until.getTime() - 1));
  expect(await sweep()).toBe(0);
  world.clock.set(until);
  await world.deliverer.runUntilIdle();
  expect((await theRecord(world, second)).delivery.status).toBe("delivered");
  expect((await theRecord(world, first)).delivery.status).toBe("delivered");
  expect(await sweep()).toBe(0);
  world.clock.forward({ days: 1, ms: 1 });
  expect(await sweep()).toBe(1);
  expect(await recordsLeft()).toEqual([0, 0, 0]);
});

test("verify expects no events for changes before the deleted ones, and still expects those after", async () => {
  const { app, merchant } = world;
  const campaign = await aCampaign(merchant);
  const { code } = await anAffiliate(app, merchant, campaign);
  const order = () => ({ campaign_id: campaign, affiliate_code: code, external_id: anOrderId(), amount: 10 });
  const { status } = await merchant.call("POST", "/v1/conversions", { body: order() });
  expect(status).toBe(200);
  await world.deliverer.runUntilIdle();
  world.clock.forward({ days: RECORDS, ms: 1 });
  await merchant.call("POST", "/v1/conversions", { body: order() });
  await world.deliverer.runUntilIdle();
  await sweep();
  expect((await recordsLeft())[0]).toBe(1);
  expect(await ledgerFaults(app)).toEqual([]);
  await app.db.query(sql`truncate deliveries, events cascade`);
  expect(await ledgerFaults(app)).toEqual(["transition_without_event: 1"]);
  await app.db.query(sql`update event_cutoffs set deleted_until = 'infinity' where account_id is not null`);
});

test("keeps a delivery that someone resends at that moment", async () => {
  const { app, merchant } = world;
  const endpoint = await newEndpoint();
  await anEvent(world);
  await world.deliverer.runUntilIdle();
  const [delivery] = await deliveriesOf(world, endpoint);
  if (!delivery) throw new Error("There is no delivery.");
  world.clock.forward({ days: RECORDS, ms: 1 });
  await app.db.transaction(async (tx) => {
    expect(await lockDelivery(tx, merchant.accountId, delivery.id)).toMatchObject({ hasBody: true });
    expect(await sweep()).toBe(0);
    await saveResend(tx, { accountId: merchant.accountId, id: delivery.id, now: world.clock.now() });
  });
  await world.deliverer.runUntilIdle();
  expect(await theRecord(world, endpoint)).toMatchObject({ delivery: { status: "failed" }, attempts: [{}, {}] });
  expect(await sweep()).toBe(0);
});

test("a resend that waits for the deletion is told that the delivery does not exist", async () => {
  const { app, merchant } = world;
  const endpoint = await newEndpoint();
  await anEvent(world);
  await world.deliverer.runUntilIdle();
  const [delivery] = await deliveriesOf(world, endpoint);
  if (!delivery) throw new Error("There is no delivery.");
  world.clock.forward({ days: RECORDS, ms: 1 });
  await expireEvents(app.services, { retentionDays: BODIES });
  const now = world.clock.now();
  let resend: Promise<unknown> | undefined;
  await app.db.transaction(async (tx) => {
    const [after, before] = [firstUuidAt(new Date(0)), firstUuidAt(now)];
    await deleteOldRecords(tx, { after, before, dueBefore: now, limit: 500 });
    resend = resendDelivery(merchant.context, delivery.id).catch((error: unknown) => error);
    await eventually(async () => {
      const waiting = await app.db.query(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      expect(waiting).toHaveLength(1);
    });
  });
  expect(await resend).toMatchObject({ code: "delivery_not_found" });
});

test("two processes share a backlog of more than one slice", async () => {
  const { app, merchant, clock } = world;
  const at = clock.now();
  await app.db.query(sql`
    insert into events (id, account_id, type, created_at)
    select (left(${firstUuidAt(at)}::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid,
      ${uuidOf(merchant.accountId)}::uuid, 'conversion.created', ${at}::timestamptz from generate_series(1, 1200)`);
  clock.forward({ days: RECORDS, ms: 1 });
  const before = (await recordsLeft())[0] ?? 0;
  const counts = await Promise.all([sweep(), sweep()]);
  const last = await sweep();
  // Each event is counted by the one that has deleted it.
  expect(counts[0] + counts[1] + last).toBe(before - ((await recordsLeft())[0] ?? 0));
  const left = await app.db.query(sql`select from events where created_at = ${at} and account_id is not null`);
  expect(left).toHaveLength(0);
});
