import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { idOf, type DeliveryId } from "../../src/domain/ids.ts";
import { changeEndpoint } from "../../src/usecases/webhooks/change-endpoint.ts";
import type { EndpointWithSecret } from "../../src/usecases/webhooks/create-endpoint.ts";
import { deleteEndpoint } from "../../src/usecases/webhooks/delete-endpoint.ts";
import { expireEvents } from "../../src/usecases/webhooks/expire-events.ts";
import { countDeliveries, getDelivery, listDeliveries } from "../../src/usecases/webhooks/list-deliveries.ts";
import { resendDelivery, resendFailed } from "../../src/usecases/webhooks/resend-delivery.ts";
import { sendTestEvent } from "../../src/usecases/webhooks/send-test-event.ts";
import { answer } from "../deliverer/receiver.ts";
import { anEndpoint, anEvent, deliveriesOf, senderWorld, theRecord, type SenderWorld } from "../deliverer/sender.ts";
import { aMerchant } from "../support/world.ts";

let world: SenderWorld;
beforeAll(async () => {
  world = await senderWorld();
});
afterAll(() => world.close());

let path = 0;
let hook = "";
let endpoint: EndpointWithSecret;
/** Each test has its own endpoint at its own address. */
beforeEach(async () => {
  for (const made of await deliveriesOf(world))
    await deleteEndpoint(world.merchant.context, made.endpointId).catch(() => {});
  hook = `/hook-${(path += 1)}`;
  endpoint = await anEndpoint(world, world.receiver.url(hook));
});

const run = (): Promise<void> => world.deliverer.runUntilIdle();

async function endAsFailed(count = 1): Promise<void> {
  world.receiver.behave(hook, answer(500, "broken"));
  await anEvent(world, count);
  for (const seconds of [0, 60, 300, 1_800]) {
    world.clock.forward({ seconds });
    await run();
  }
  world.receiver.behave(hook, answer(200));
}

describe("the list of deliveries", () => {
  it("is newest first, and can be filtered by status, endpoint, type and time", async () => {
    const { context } = world.merchant;
    const other = await anEndpoint(world, world.receiver.url(`${hook}-other`), ["payout.created"]);
    const slice = { limit: 50, offset: 0 };
    const from = world.clock.now();
    await anEvent(world);
    await run();
    world.clock.forward({ seconds: 1 });
    const later = world.clock.now();
    await sendTestEvent(context, other.endpoint.id);
    const all = await listDeliveries(context, { from, slice });
    expect(all.map(({ eventType }) => eventType)).toEqual(["webhook.test", "conversion.created"]);
    const ids = async (filter: Parameters<typeof countDeliveries>[1]): Promise<DeliveryId[]> => {
      const rows = await listDeliveries(context, { from, ...filter, slice });
      expect(await countDeliveries(context, { from, ...filter })).toEqual({ count: rows.length, atLeast: false });
      return rows.map(({ id }) => id);
    };
    const [test, created] = all.map(({ id }) => id);
    expect(await ids({ status: "waiting" })).toEqual([test]);
    expect(await ids({ status: "delivered" })).toEqual([created]);
    expect(await ids({ status: "held" })).toEqual([]);
    expect(await ids({ endpointId: other.endpoint.id })).toEqual([test]);
    expect(await ids({ type: "conversion.created" })).toEqual([created]);
    expect(await ids({ from: later })).toEqual([test]);
    expect(await ids({ to: later })).toEqual([created]);
    expect(await ids({ type: "webhook.test", status: "delivered" })).toEqual([]);
    await run();
  });

  it("shows the number of attempts of each, and the outcome of the last one", async () => {
    world.receiver.behave(hook, answer(503));
    await anEvent(world);
    await run();
    const [delivery] = await deliveriesOf(world, endpoint);
    expect(delivery).toMatchObject({
      status: "waiting",
      attempts: 1,
      manual: false,
      endpointUrl: endpoint.endpoint.url,
      dueAt: new Date(world.clock.now().getTime() + 60_000),
      lastAttempt: { at: world.clock.now(), statusCode: 503, failureText: "The endpoint responded with 503." },
    });
  });
});

describe("the record of a delivery", () => {
  it("has the exact body and every attempt: time, status, duration, the start of the response, the error in words", async () => {
    await endAsFailed();
    const { delivery, body, attempts } = await theRecord(world, endpoint);
    expect(delivery.status).toBe("failed");
    expect(body).toBe(world.receiver.at(hook)[0]?.body);
    expect(attempts).toHaveLength(4);
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({
        statusCode: 500,
        response: "broken",
        failure: "status",
        manual: false,
        overtaken: false,
      });
      expect(attempt.failureText).toBe("The endpoint responded with 500.");
      expect(attempt.durationMs).toBeGreaterThanOrEqual(0);
    }
  });

  it("of another account is 404, the same as for an unknown one", async () => {
    await anEvent(world);
    await run();
    const stranger = await aMerchant(world.app);
    const [delivery] = await deliveriesOf(world, endpoint);
    const unknown = idOf("delivery", world.app.services.random.uuid(world.clock.now()));
    for (const id of [delivery?.id ?? unknown, unknown]) {
      await expect(getDelivery(stranger.context, id)).rejects.toMatchObject({ code: "delivery_not_found" });
      await expect(resendDelivery(stranger.context, id)).rejects.toMatchObject({ code: "delivery_not_found" });
    }
    expect(await listDeliveries(stranger.context, { slice: { limit: 10, offset: 0 } })).toEqual([]);
    const foreign = { since: new Date(0), endpointId: endpoint.endpoint.id };
    await expect(resendFailed(stranger.context, foreign)).rejects.toMatchObject({ code: "endpoint_not_found" });
  });
});

describe("resending", () => {
  it("sends the same event with the same ID and body, and marks the attempt as manual", async () => {
    await anEvent(world);
    await run();
    const { delivery } = await theRecord(world, endpoint);
    world.clock.forward({ hours: 3 });
    expect(await resendDelivery(world.merchant.context, delivery.id)).toMatchObject({
      status: "waiting",
      manual: true,
    });
    await run();
    const [first, second, ...more] = world.receiver.at(hook);
    expect(more).toEqual([]);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    const record = await theRecord(world, endpoint);
    expect(record.delivery).toMatchObject({ id: delivery.id, status: "delivered", attempts: 2 });
    expect(record.attempts.map(({ manual }) => manual)).toEqual([false, true]);
  });

  it("a failed one goes through the whole schedule again", async () => {
    await endAsFailed();
    world.receiver.behave(hook, answer(500));
    const { delivery } = await theRecord(world, endpoint);
    await resendDelivery(world.merchant.context, delivery.id);
    for (const seconds of [0, 60, 300, 1_800, 86_400]) {
      world.clock.forward({ seconds });
      await run();
    }
    expect((await theRecord(world, endpoint)).delivery).toMatchObject({ status: "failed", attempts: 8 });
  });

  it("is refused for an endpoint that is disabled or deleted, or an event that is no longer stored", async () => {
    const { context } = world.merchant;
    await anEvent(world);
    await run();
    const { delivery } = await theRecord(world, endpoint);
    await changeEndpoint(context, { id: endpoint.endpoint.id, enabled: false });
    await expect(resendDelivery(context, delivery.id)).rejects.toMatchObject({ code: "endpoint_off" });
    await expect(sendTestEvent(context, endpoint.endpoint.id)).rejects.toMatchObject({ code: "endpoint_off" });
    await changeEndpoint(context, { id: endpoint.endpoint.id, enabled: true });
    world.clock.forward({ days: 31 });
    await expireEvents(world.app.services, { retentionDays: 30 });
    await expect(resendDelivery(context, delivery.id)).rejects.toMatchObject({ code: "event_expired" });
    await deleteEndpoint(context, endpoint.endpoint.id);
    await expect(resendDelivery(context, delivery.id)).rejects.toMatchObject({ code: "endpoint_deleted" });
    await expect(resendDelivery({ ...context, role: "viewer" }, delivery.id)).rejects.toMatchObject({
      code: "role_required",
    });
  });

  it("of all that failed since a given time includes no others", async () => {
    const { context } = world.merchant;
    await endAsFailed(2);
    const since = world.clock.now();
    await endAsFailed(3);
    await anEvent(world);
    await run();
    world.receiver.received.length = 0;
    const { id } = endpoint.endpoint;
    expect(await resendFailed(context, { since, endpointId: id })).toBe(3);
    expect(await resendFailed(context, { since, endpointId: id })).toBe(0);
    await run();
    expect(world.receiver.at(hook)).toHaveLength(3);
    const statuses = (await deliveriesOf(world, endpoint)).map(({ status }) => status);
    expect(statuses).toEqual(["delivered", "delivered", "delivered", "delivered", "failed", "failed"]);
    await expect(resendFailed({ ...context, role: "viewer" }, { since })).rejects.toMatchObject({
      code: "role_required",
    });
  });
});

describe("deleting an endpoint", () => {
  it("fails its pending and held deliveries without another attempt, and keeps the record of delivered ones", async () => {
    const { context } = world.merchant;
    await anEvent(world);
    await run();
    const off = await anEndpoint(world, world.receiver.url(`${hook}-off`));
    await changeEndpoint(context, { id: off.endpoint.id, enabled: false });
    await anEvent(world);
    for (const { endpoint: made } of [endpoint, off]) await deleteEndpoint(context, made.id);
    await run();
    expect((await deliveriesOf(world, endpoint)).map(({ status }) => status).toSorted()).toEqual([
      "delivered",
      "failed",
    ]);
    expect((await deliveriesOf(world, off)).map(({ status, attempts }) => [status, attempts])).toEqual([["failed", 0]]);
    expect(world.receiver.at(hook)).toHaveLength(1);
    await anEvent(world);
    expect(await deliveriesOf(world, endpoint)).toHaveLength(2);
  });
});

describe("retention", () => {
  it("deletes event and response bodies after their retention period, and keeps the records", async () => {
    world.receiver.behave(hook, answer(200, "thank you"));
    await anEvent(world);
    await run();
    world.clock.forward({ days: 30, ms: -1 });
    await expireEvents(world.app.services, { retentionDays: 30 });
    expect((await theRecord(world, endpoint)).body).not.toBeNull();
    world.clock.forward({ ms: 2 });
    await expireEvents(world.app.services, { retentionDays: 30 });
    const { delivery, body, attempts } = await theRecord(world, endpoint);
    expect(delivery.status).toBe("delivered");
    expect(body).toBeNull();
    expect(attempts).toMatchObject([{ statusCode: 200, response: null }]);
  });

  it("does not affect pending deliveries, and drops those held for longer", async () => {
    const { context } = world.merchant;
    const off = await anEndpoint(world, world.receiver.url(`${hook}-off`));
    await changeEndpoint(context, { id: off.endpoint.id, enabled: false });
    await anEvent(world);
    await world.app.db.query(sql`
      update deliveries set due_at = due_at + interval '90 days' where account_id is not null and status = 'waiting'`);
    world.clock.forward({ days: 31 });
    await expireEvents(world.app.services, { retentionDays: 30 });
    expect(await theRecord(world, endpoint)).toMatchObject({
      delivery: { status: "waiting" },
      body: expect.any(String) as string,
    });
    expect((await theRecord(world, off)).delivery.status).toBe("failed");
    world.clock.forward({ days: 90 });
    await run();
    expect((await theRecord(world, endpoint)).delivery.status).toBe("delivered");
    await expireEvents(world.app.services, { retentionDays: 30 });
    expect(await theRecord(world, off)).toMatchObject({ body: null });
  });

  it("a delivery that lost its body otherwise is not sent: it ends as failed", async () => {
    await anEvent(world);
    await world.app.db.query(sql`update events set body = null where account_id is not null`);
    await run();
    const { delivery, attempts } = await theRecord(world, endpoint);
    expect(delivery.status).toBe("failed");
    expect(attempts).toMatchObject([{ failure: "expired", statusCode: null }]);
    expect(world.receiver.at(hook)).toHaveLength(0);
  });
});
