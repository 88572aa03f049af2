import { setTimeout as sleep } from "node:timers/promises";
import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { sendDelivery } from "../../src/deliverer/send.ts";
import { uuidOf, type EndpointId } from "../../src/domain/ids.ts";
import { lockEndpointsToServe } from "../../src/store/webhooks/delivery-endpoints.ts";
import { leaseDeliveries, type Lease } from "../../src/store/webhooks/delivery-leases.ts";
import { saveOutcomes, type Outcome } from "../../src/store/webhooks/delivery-outcomes.ts";
import { lockSlots } from "../../src/store/webhooks/delivery-slots.ts";
import { changeEndpoint } from "../../src/usecases/webhooks/change-endpoint.ts";
import type { EndpointWithSecret } from "../../src/usecases/webhooks/create-endpoint.ts";
import { answer, later } from "./receiver.ts";
import {
  aDeliverer,
  anEndpoint,
  anEvent,
  deliveriesOf,
  leaseAll,
  LEASE_MS,
  partsToSend,
  worldForEachTest,
  theRecord,
  type SenderWorld,
} from "./sender.ts";

let world: SenderWorld;
worldForEachTest((next) => (world = next));

const idOf = ({ endpoint }: EndpointWithSecret): EndpointId => endpoint.id;
const disable = (endpoint: EndpointWithSecret) =>
  changeEndpoint(world.merchant.context, { id: idOf(endpoint), enabled: false });

async function lease(endpoint: EndpointWithSecret, { limit = 100, perSlot = 1 } = {}): Promise<Lease[]> {
  const now = world.clock.now();
  const expiresAt = new Date(now.getTime() + LEASE_MS);
  const id = idOf(endpoint);
  return world.app.db.transaction(async (tx) => {
    await lockSlots(tx, [id]);
    return leaseDeliveries(tx, { endpoints: [{ id, perSlot }], now, expiresAt, limit });
  });
}

async function toServe(after?: EndpointId): Promise<EndpointId[]> {
  const [now, expiresAt] = [world.clock.now(), world.clock.after({ ms: LEASE_MS })];
  return world.app.db.transaction((tx) => lockEndpointsToServe(tx, { now, expiresAt, after, limit: 10 }));
}

async function send(leased: Lease, endsLease = true): Promise<Outcome> {
  return { ...(await sendDelivery(partsToSend(world), leased)), endsLease };
}

const save = (outcomes: Outcome[]) => world.app.db.transaction((tx) => saveOutcomes(tx, outcomes));

/** The tokens in its slots, in their order. */
async function tokensIn(endpoint: EndpointWithSecret): Promise<(string | null)[]> {
  const rows = await world.app.db.query<{ token: string | null }>(sql`
    select token from delivery_slots where endpoint_id = ${uuidOf(idOf(endpoint))} order by slot`);
  return rows.map(({ token }) => token);
}

/** Runs the work while another sender has locked the endpoint. */
async function whileLocked<T>(endpoint: EndpointWithSecret, work: () => Promise<T>): Promise<T> {
  return world.app.db.transaction(async (tx) => {
    await lockSlots(tx, [idOf(endpoint)]);
    return work();
  });
}

describe("lockSlots", () => {
  it("waits for another sender at the same endpoint", async () => {
    const endpoint = await anEndpoint(world, world.receiver.url("/x"));
    const order: string[] = [];
    let second: Promise<unknown> | undefined;
    await whileLocked(endpoint, async () => {
      second = whileLocked(endpoint, () => Promise.resolve(order.push("second")));
      await sleep(100);
      order.push("first");
    });
    await second;
    expect(order).toEqual(["first", "second"]);
  });
});

describe("lockEndpointsToServe", () => {
  it("finds endpoints with something due, starting after the one served last", async () => {
    const endpoints = [];
    for (const path of ["/a", "/b", "/c"]) endpoints.push(await anEndpoint(world, world.receiver.url(path)));
    expect(await toServe()).toEqual([]);
    await anEvent(world);
    const [a, b, c] = endpoints.map(idOf).toSorted();
    expect(await toServe()).toEqual([a, b, c]);
    expect(await toServe(a)).toEqual([b, c, a]);
    expect(await toServe(c)).toEqual([a, b, c]);
  });

  it("skips endpoints that are disabled, have no free slot, or have all due deliveries in flight", async () => {
    const full = await anEndpoint(world, world.receiver.url("/full"));
    const disabled = await anEndpoint(world, world.receiver.url("/disabled"));
    await anEvent(world, 5);
    const inFlight = await anEndpoint(world, world.receiver.url("/in-flight"));
    await anEvent(world);
    expect(await lease(full)).toHaveLength(4);
    expect(await lease(inFlight)).toHaveLength(1);
    expect(await toServe()).toEqual([idOf(disabled)]);
    await disable(disabled);
    expect(await toServe()).toEqual([]);
    world.clock.forward({ ms: LEASE_MS });
    expect(await toServe()).toEqual([idOf(full), idOf(inFlight)].toSorted());
  });

  it("skips an endpoint that another sender has locked, without waiting", async () => {
    const locked = await anEndpoint(world, world.receiver.url("/locked"));
    const other = await anEndpoint(world, world.receiver.url("/other"));
    await anEvent(world);
    expect(await whileLocked(locked, toServe)).toEqual([idOf(other)]);
  });
});

describe("leaseDeliveries", () => {
  it("gives each free slot one delivery, oldest first, with its own token", async () => {
    const endpoint = await anEndpoint(world, world.receiver.url("/x"));
    for (let index = 0; index < 6; index += 1) {
      await anEvent(world);
      world.clock.forward({ ms: 1 });
    }
    const leases = await lease(endpoint);
    const oldest = (await deliveriesOf(world, endpoint)).toReversed().slice(0, 4);
    expect(leases.map(({ deliveryId }) => deliveryId)).toEqual(oldest.map(({ id }) => id));
    expect(await tokensIn(endpoint)).toEqual(leases.map(({ token }) => token));
    expect(new Set(leases.map(({ token }) => token)).size).toBe(4);
    expect(await lease(endpoint)).toEqual([]);
  });

  it("distributes several deliveries per slot in turns, with one token per slot", async () => {
    const endpoint = await anEndpoint(world, world.receiver.url("/x"));
    await anEvent(world, 40);
    const leases = await lease(endpoint, { perSlot: 8 });
    expect(leases).toHaveLength(32);
    expect(new Set(leases.map(({ deliveryId }) => deliveryId)).size).toBe(32);
    const tokens = await tokensIn(endpoint);
    expect(leases.map(({ token }) => token)).toEqual(Array(8).fill(tokens).flat());
    world.clock.forward({ ms: LEASE_MS });
    expect(await lease(endpoint)).toHaveLength(4);
  });

  it("leases no more than the limit, and nothing in flight", async () => {
    const endpoint = await anEndpoint(world, world.receiver.url("/x"));
    await anEvent(world, 3);
    const leases = [...(await lease(endpoint, { limit: 2 })), ...(await lease(endpoint, { limit: 2 }))];
    expect(leases).toHaveLength(3);
    expect(new Set(leases.map(({ deliveryId }) => deliveryId)).size).toBe(3);
  });

  it("leases nothing of a disabled endpoint", async () => {
    const endpoint = await anEndpoint(world, world.receiver.url("/x"));
    await anEvent(world);
    await disable(endpoint);
    expect(await lease(endpoint)).toEqual([]);
  });
});

describe("saveOutcomes", () => {
  it("frees the slot and ends the delivery", async () => {
    const endpoint = await anEndpoint(world, world.receiver.url("/x"));
    await anEvent(world, 2);
    const [first, second] = await lease(endpoint);
    if (!first || !second) throw new Error("Nothing was leased.");
    const outcome = await send(first);
    expect(await save([outcome])).toEqual([outcome]);
    expect(await tokensIn(endpoint)).toEqual([null, second.token, null, null]);
    const deliveries = await deliveriesOf(world, endpoint);
    expect(deliveries.map(({ status }) => status).toSorted()).toEqual(["delivered", "waiting"]);
  });

  it("keeps the slot while its lease continues, and releases it with its unsent deliveries", async () => {
    const endpoint = await anEndpoint(world, world.receiver.url("/x"));
    await anEvent(world, 12);
    const leases = await lease(endpoint, { perSlot: 3 });
    const [first, second] = leases.filter(({ token }) => token === leases[0]?.token);
    if (!first || !second) throw new Error("Nothing was leased.");
    const outcome = await send(first, false);
    expect(await save([outcome])).toHaveLength(1);
    expect(await save([outcome])).toEqual([]);
    expect(await tokensIn(endpoint)).toContain(first.token);
    expect(await lease(endpoint)).toEqual([]);
    await save([await send(second)]);
    expect(await tokensIn(endpoint)).not.toContain(first.token);
    expect(await lease(endpoint)).toHaveLength(1);
    const delivered = (await deliveriesOf(world, endpoint)).filter(({ status }) => status === "delivered");
    expect(delivered.map(({ attempts }) => attempts)).toEqual([1, 1]);
  });

  it("leaves a failed delivery pending a retry, or held if its endpoint was disabled meanwhile", async () => {
    const endpoint = await anEndpoint(world, world.receiver.behave("/down", answer(500)));
    await anEvent(world);
    const [leased] = await lease(endpoint);
    if (!leased) throw new Error("Nothing was leased.");
    await disable(endpoint);
    await world.deliverer.runUntilIdle();
    await save([await send(leased)]);
    expect((await theRecord(world, endpoint)).delivery).toMatchObject({ status: "held", attempts: 1 });
  });

  it("has no effect once another sender has taken over the slots", async () => {
    const endpoint = await anEndpoint(world, world.receiver.url("/x"));
    await anEvent(world, 40);
    const late = await leaseAll(world);
    world.clock.forward({ ms: LEASE_MS });
    expect(await leaseAll(world)).toHaveLength(4);
    expect(await save(await Promise.all(late.map((each) => send(each))))).toEqual([]);
    const delivered = async () =>
      (await deliveriesOf(world, endpoint)).filter(({ status }) => status === "delivered").length;
    expect(await delivered()).toBe(0);
    world.clock.forward({ ms: LEASE_MS });
    await world.deliverer.runUntilIdle();
    expect(await delivered()).toBe(40);
  });
});

describe("stopping", () => {
  it("waits for the requests in flight, records them, and leases nothing more", async () => {
    const { receiver } = world;
    const endpoint = await anEndpoint(world, receiver.behave("/slow", later(200)));
    await anEvent(world, 6);
    world.deliverer.start();
    await receiver.until(() => receiver.received.length === 4);
    await world.deliverer.stop();
    const statuses = (await deliveriesOf(world, endpoint)).map(({ status }) => status);
    expect(statuses.filter((status) => status === "delivered")).toHaveLength(4);
    expect(receiver.received).toHaveLength(4);
    await aDeliverer(world.app, world.egress).runUntilIdle();
    expect(receiver.received).toHaveLength(6);
  });

  it("leaves everything not in flight to the next sender immediately", async () => {
    const { receiver } = world;
    const endpoint = await anEndpoint(world, receiver.url("/turning-slow"));
    await anEvent(world, 90);
    world.deliverer.start();
    await receiver.until(() => receiver.received.length >= 20);
    receiver.behave("/turning-slow", later(400));
    const atStop = receiver.received.length;
    await world.deliverer.stop();
    expect(receiver.received.length).toBeLessThanOrEqual(atStop + 8);
    receiver.behave("/turning-slow", later(0));
    await aDeliverer(world.app, world.egress).runUntilIdle();
    const deliveries = await deliveriesOf(world, endpoint);
    expect(deliveries.map(({ status }) => status)).toEqual(deliveries.map(() => "delivered"));
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(90);
    expect(receiver.received).toHaveLength(90);
  });
});
