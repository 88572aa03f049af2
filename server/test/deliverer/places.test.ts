import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { recordOutcomes } from "../../src/deliverer/record.ts";
import { sendClaim } from "../../src/deliverer/send.ts";
import { claimDeliveries, type Outcome } from "../../src/store/webhooks/delivery-queue.ts";
import type { EndpointWithSecret } from "../../src/usecases/webhooks/create-endpoint.ts";
import { later } from "./receiver.ts";
import {
  aDeliverer,
  anEndpoint,
  anEvent,
  claimAll,
  deliveriesOf,
  LEASE_MS,
  senderWorld,
  type SenderWorld,
} from "./sender.ts";

let world: SenderWorld;
beforeEach(async () => {
  world = await senderWorld();
  onTestFinished(() => world.close());
});

describe("a place from which a delivery comes back", () => {
  /** One of four comes back after so long, and its sender takes what goes next. */
  async function exchange(durationMs: number) {
    const endpoint = await anEndpoint(world, world.receiver.url("/x"));
    await anEvent(world, 40);
    const [back, ...inHand] = await claimAll(world);
    if (!back) throw new Error("Nothing was claimed.");
    const { services, config } = world.app;
    const sending = { ...services, egress: world.egress, retrySeconds: config.webhookRetrySeconds };
    const sent = await sendClaim(sending, back);
    const now = world.clock.now();
    const next = await claimDeliveries(world.app.db, {
      outcomes: [{ ...sent, attempt: { ...sent.attempt, durationMs } }],
      inHand,
      now,
      leaseExpiresAt: new Date(now.getTime() + LEASE_MS),
      room: 100,
      after: null,
    });
    return { endpoint, back, inHand, next, sending };
  }
  const delivered = async (endpoint: EndpointWithSecret) =>
    (await deliveriesOf(world, endpoint)).filter(({ status }) => status === "delivered");

  it("takes eight of the same endpoint if that was quick, all with one token: they are sent one after the other", async () => {
    const { endpoint, back, inHand, next } = await exchange(20);
    expect(next).toHaveLength(8);
    expect(new Set(next.map(({ token }) => token))).toEqual(new Set([back.token]));
    const all = [back, ...inHand, ...next].map(({ deliveryId }) => deliveryId);
    expect(new Set(all).size).toBe(12);
    expect(await delivered(endpoint)).toHaveLength(1);
    expect(await claimAll(world)).toHaveLength(0);
  });

  it("takes one if that was slow", async () => {
    expect((await exchange(1_000)).next).toHaveLength(1);
  });

  it("is free for all of them once its lease has run out, and whoever had it decides nothing more", async () => {
    const { endpoint, inHand, next, sending } = await exchange(20);
    world.clock.forward({ ms: LEASE_MS });
    const taken = await claimAll(world);
    expect(taken).toHaveLength(4);
    const outcomes: Outcome[] = [];
    for (const claim of next) outcomes.push(await sendClaim(sending, claim));
    await world.app.db.transaction((tx) => recordOutcomes(tx, { outcomes, inHand }, world.app.services));
    expect(await delivered(endpoint)).toHaveLength(1);
    world.clock.forward({ ms: LEASE_MS });
    await world.deliverer.runUntilIdle();
    expect(await delivered(endpoint)).toHaveLength(40);
  });
});

describe("stopping", () => {
  it("lets what is on its way arrive, writes it down, and takes nothing new", async () => {
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

  it("gives back what waits its turn behind a delivery that is on its way: the next sender has it at once", async () => {
    const { receiver } = world;
    const endpoint = await anEndpoint(world, receiver.url("/turning-slow"));
    await anEvent(world, 90);
    world.deliverer.start();
    await receiver.until(() => receiver.received.length >= 20);
    receiver.behave("/turning-slow", later(400));
    const atStop = receiver.received.length;
    await world.deliverer.stop();
    expect(receiver.received.length).toBeLessThanOrEqual(atStop + 8);
    await aDeliverer(world.app, world.egress).runUntilIdle();
    const deliveries = await deliveriesOf(world, endpoint);
    expect(deliveries.map(({ status }) => status)).toEqual(deliveries.map(() => "delivered"));
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(90);
    expect(receiver.received).toHaveLength(90);
  });
});
