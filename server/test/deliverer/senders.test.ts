import sql from "sql-template-tag";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Lease } from "../../src/store/webhooks/delivery-leases.ts";
import type { Outcome } from "../../src/store/webhooks/delivery-outcomes.ts";
import type { Egress } from "../../src/deliverer/egress.ts";
import { sendDelivery } from "../../src/deliverer/send.ts";
import { recordOutcomes } from "../../src/deliverer/record-attempts.ts";
import type { EndpointId } from "../../src/domain/ids.ts";
import { answer, later, type Behaviour } from "./receiver.ts";
import {
  aDeliverer,
  anEgress,
  anEndpoint,
  anEvent,
  leaseAll,
  leaseRound,
  deliveriesOf,
  LEASE_MS,
  partsToSend,
  worldForEachTest,
  theRecord,
  type SenderWorld,
} from "./sender.ts";
import { eventually } from "../support/eventually.ts";

let world: SenderWorld;
worldForEachTest((next) => (world = next));

describe("several senders on one database", () => {
  it("send each delivery once, and together at most four at a time to one endpoint", async () => {
    const { receiver, app, certificates } = world;
    const endpoint = await anEndpoint(world, receiver.behave("/slow", later(15)));
    await anEvent(world, 60);
    const senders = Array.from({ length: 4 }, () => {
      const egress = anEgress(certificates);
      onTestFinished(() => egress.close());
      return aDeliverer(app, egress);
    });
    for (const sender of senders) sender.start();
    await receiver.until(() => receiver.received.length === 60);
    await Promise.all(senders.map((sender) => sender.stop()));
    expect(receiver.received).toHaveLength(60);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(60);
    expect(receiver.openMax).toBe(4);
    const deliveries = await deliveriesOf(world, endpoint);
    expect(deliveries.every(({ status, attempts }) => status === "delivered" && attempts === 1)).toBe(true);
  });

  it("cannot together hold more than four leases of an endpoint, in any race", async () => {
    await anEndpoint(world, world.receiver.url("/x"));
    await anEvent(world, 40);
    for (let round = 0; round < 10; round += 1) {
      const leases = (await Promise.all(Array.from({ length: 8 }, () => leaseAll(world)))).flat();
      expect(leases).toHaveLength(4);
      world.clock.forward({ ms: LEASE_MS });
    }
  });

  it("do not wait for a crashed sender whose clock was ahead by more than its lease", async () => {
    await anEndpoint(world, world.receiver.url("/x"));
    await anEvent(world, 4);
    world.clock.forward({ ms: LEASE_MS + 1 });
    const leases = await leaseAll(world);
    world.clock.forward({ ms: -LEASE_MS });
    expect(await leaseAll(world)).toEqual([]);
    world.clock.forward({ ms: -1 });
    const ids = ({ deliveryId }: Lease) => deliveryId;
    expect((await leaseAll(world)).map(ids).toSorted()).toEqual(leases.map(ids).toSorted());
  });

  it("skip another sender's deliveries until its lease has expired", async () => {
    const endpoint = await anEndpoint(world, world.receiver.url("/x"));
    await anEvent(world);
    expect(await leaseAll(world)).toHaveLength(1);
    await world.deliverer.runUntilIdle();
    world.clock.forward({ ms: LEASE_MS - 1 });
    await world.deliverer.runUntilIdle();
    expect(world.receiver.received).toHaveLength(0);
    world.clock.forward({ ms: 1 });
    await world.deliverer.runUntilIdle();
    expect(world.receiver.received).toHaveLength(1);
    expect((await theRecord(world, endpoint)).delivery).toMatchObject({ status: "delivered", attempts: 1 });
  });

  it("a crash between lease and response uses up no attempt: four real ones still follow", async () => {
    const endpoint = await anEndpoint(world, world.receiver.behave("/down", answer(500)));
    await anEvent(world);
    for (let crash = 0; crash < 5; crash += 1) {
      expect(await leaseAll(world)).toHaveLength(1);
      world.clock.forward({ ms: LEASE_MS });
    }
    for (const seconds of [0, 60, 300, 1_800]) {
      world.clock.forward({ seconds });
      await world.deliverer.runUntilIdle();
    }
    expect(world.receiver.received).toHaveLength(4);
    expect((await theRecord(world, endpoint)).delivery).toMatchObject({ status: "failed", attempts: 4 });
  });
});

describe("a sender whose lease was taken over", () => {
  /** Two senders with the same delivery: the first was suspended, and resumes after the second has leased it too. */
  async function overtaken(behaviour: Behaviour) {
    const endpoint = await anEndpoint(world, world.receiver.behave("/x", behaviour));
    await anEvent(world);
    const [first] = await leaseAll(world);
    world.clock.forward({ ms: LEASE_MS });
    const [second] = await leaseAll(world);
    if (!first || !second || first.token === second.token) throw new Error("The lease was not taken over.");
    const { services } = world.app;
    const sending = partsToSend(world);
    /** Recorded together, if there are several. */
    const finish = async (...leases: Lease[]): Promise<void> => {
      const outcomes: Outcome[] = [];
      for (const lease of leases) outcomes.push({ ...(await sendDelivery(sending, lease)), endsLease: true });
      await world.app.db.transaction((tx) => recordOutcomes(tx, outcomes, services));
    };
    return { endpoint, first, second, finish };
  }

  it("records its attempt without effect: the other's outcome counts", async () => {
    const answers = [answer(500), answer(200)];
    const { endpoint, first, second, finish } = await overtaken((request, response) =>
      answers.pop()?.(request, response),
    );
    await finish(second);
    await finish(first);
    const { delivery, attempts } = await theRecord(world, endpoint);
    expect(delivery).toMatchObject({ status: "delivered", attempts: 1 });
    expect(attempts).toHaveLength(2);
    expect(attempts).toContainEqual(expect.objectContaining({ statusCode: 200, overtaken: false }));
    expect(attempts).toContainEqual(expect.objectContaining({ statusCode: 500, overtaken: true }));
  });

  it("has no effect even when both outcomes are recorded together", async () => {
    const answers = [answer(500), answer(200)];
    const { endpoint, first, second, finish } = await overtaken((request, response) =>
      answers.shift()?.(request, response),
    );
    await finish(first, second);
    const { delivery, attempts } = await theRecord(world, endpoint);
    expect(delivery).toMatchObject({ status: "delivered", attempts: 1 });
    expect(attempts).toHaveLength(2);
    expect(attempts).toContainEqual(expect.objectContaining({ statusCode: 200, overtaken: false }));
    expect(attempts).toContainEqual(expect.objectContaining({ statusCode: 500, overtaken: true }));
  });

  it("cannot end or release a delivery that the other is still sending", async () => {
    const { endpoint, first, second, finish } = await overtaken(answer(200));
    await finish(first);
    expect((await theRecord(world, endpoint)).delivery).toMatchObject({ status: "waiting", attempts: 0 });
    expect(await leaseAll(world)).toHaveLength(0);
    await finish(second);
    expect((await theRecord(world, endpoint)).delivery).toMatchObject({ status: "delivered", attempts: 1 });
  });

  it("records its outcome once, even if the response to the commit was lost and it retries", async () => {
    const { endpoint, second } = await overtaken(answer(200));
    const outcome = { ...(await sendDelivery(partsToSend(world), second)), endsLease: true };
    for (let time = 0; time < 2; time += 1)
      await world.app.db.transaction((tx) => recordOutcomes(tx, [outcome], world.app.services));
    const { delivery, attempts } = await theRecord(world, endpoint);
    expect(delivery).toMatchObject({ status: "delivered", attempts: 1 });
    expect(attempts).toHaveLength(1);
  });
});

describe("fairness", () => {
  it("a backlog of one endpoint delays no other endpoint", async () => {
    const { receiver } = world;
    const busy = await anEndpoint(world, receiver.url("/busy"));
    await anEvent(world, 150);
    const others = await Promise.all(
      Array.from({ length: 5 }, (_, index) => anEndpoint(world, receiver.url(`/other-${index}`))),
    );
    await world.app.db.query(sql`
      update deliveries set due_at = due_at - interval '1 hour' where account_id is not null`);
    await anEvent(world);
    await world.deliverer.runUntilIdle();
    for (const [index] of others.entries()) {
      const position = receiver.received.findIndex(({ path }) => path === `/other-${index}`);
      expect(position).toBeLessThan(20);
    }
    expect(receiver.at("/busy")).toHaveLength(151);
    expect((await deliveriesOf(world, busy)).every(({ status }) => status === "delivered")).toBe(true);
  });

  it("endpoints take turns: a sender with few slots continues where it stopped", async () => {
    const paths = ["/a", "/b", "/c", "/d"];
    for (const path of paths) await anEndpoint(world, world.receiver.url(path));
    await anEvent(world, 8);
    const served: string[] = [];
    let after: EndpointId | undefined;
    for (let turn = 0; turn < 4; turn += 1) {
      const leases = await leaseRound(world, { room: 4, after });
      after = leases.at(-1)?.endpointId;
      served.push(...new Set(leases.map(({ url }) => new URL(url).pathname)));
    }
    expect(served.toSorted()).toEqual(paths);
  });

  it("endpoints whose deliveries are all in flight do not hide the others after them", async () => {
    for (let index = 0; index < 6; index += 1) await anEndpoint(world, world.receiver.url(`/one-${index}`));
    await anEvent(world);
    // Always from the start of the round, like a sender that has just started.
    const lease = (): Promise<Lease[]> => leaseRound(world, { room: 3 });
    const leases = [await lease(), await lease(), await lease()];
    expect(leases.map(({ length }) => length)).toEqual([3, 3, 0]);
    expect(new Set(leases.flat().map(({ endpointId }) => endpointId)).size).toBe(6);
  });

  it("hanging endpoints delay no other endpoint, even if there are many", async () => {
    const { receiver } = world;
    const hanging = 45; // × 4 at a time: about 180 requests in flight
    for (let index = 0; index < hanging; index += 1)
      await anEndpoint(
        world,
        receiver.behave(`/hang-${index}`, () => {}),
      );
    await anEvent(world, 4);
    const alive = await anEndpoint(world, receiver.url("/alive"));
    const egress = anEgress(world.certificates, { deadlineMs: 600_000 });
    const deliverer = aDeliverer(world.app, egress);
    deliverer.start();
    await receiver.until(() => receiver.received.length >= 4 * hanging);
    await anEvent(world);
    await eventually(async () => expect((await theRecord(world, alive)).delivery.status).toBe("delivered"));
    expect(receiver.openMax).toBeGreaterThan(128);
    await egress.close();
    await deliverer.stop();
  });
});

describe("an outcome that the database rejects", () => {
  it("prevents no other from being recorded, and stops nothing", async () => {
    const { receiver, app } = world;
    const good = await anEndpoint(world, receiver.url("/good"));
    const odd = await anEndpoint(world, receiver.behave("/odd", answer(200, "poison")));
    await anEvent(world);
    // No receiver can cause this; only a bug in the sender could.
    const egress: Egress = {
      ...world.egress,
      post: async (request) => {
        const answered = await world.egress.post(request);
        return answered.response === "poison" ? { ...answered, response: "\0" } : answered;
      },
    };
    const deliverer = aDeliverer(app, egress);
    deliverer.start();
    await eventually(async () => expect((await theRecord(world, good)).delivery.status).toBe("delivered"));
    await anEvent(world);
    await eventually(async () =>
      expect((await deliveriesOf(world, good)).every(({ status }) => status === "delivered")).toBe(true),
    );
    await deliverer.stop();
    expect((await deliveriesOf(world, odd)).every(({ attempts }) => attempts === 0)).toBe(true);
  });
});
