import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { changeEndpoint } from "../../src/usecases/webhooks/change-endpoint.ts";
import type { EndpointWithSecret } from "../../src/usecases/webhooks/create-endpoint.ts";
import { listEndpoints } from "../../src/usecases/webhooks/list-endpoints.ts";
import { answer } from "./receiver.ts";
import {
  aDeliverer,
  anEndpoint,
  anEvent,
  deliveriesOf,
  worldForEachTest,
  theRecord,
  type SenderWorld,
} from "./sender.ts";

let world: SenderWorld;
worldForEachTest((next) => (world = next));

const run = (): Promise<void> => world.deliverer.runUntilIdle();

async function stateOf(endpoint: EndpointWithSecret) {
  return (await listEndpoints(world.merchant.context)).find(({ id }) => id === endpoint.endpoint.id);
}

describe("the retry schedule", () => {
  it("attempts come immediately and 60, 300 and 1,800 seconds after the previous one; then the delivery has failed", async () => {
    const { clock, receiver } = world;
    const endpoint = await anEndpoint(world, receiver.behave("/down", answer(500)));
    const begunAt = clock.now().getTime();
    await anEvent(world);
    await run();
    for (const [index, pause] of [60, 300, 1_800].entries()) {
      clock.forward({ seconds: pause, ms: -1 });
      await run();
      expect(receiver.received).toHaveLength(index + 1);
      expect((await theRecord(world, endpoint)).delivery.status).toBe("waiting");
      clock.forward({ ms: 1 });
      await run();
      expect(receiver.received).toHaveLength(index + 2);
    }
    const { delivery, attempts } = await theRecord(world, endpoint);
    expect(delivery).toMatchObject({ status: "failed", attempts: 4, endedAt: clock.now() });
    const seconds = attempts.map(({ startedAt }) => (startedAt.getTime() - begunAt) / 1000);
    expect(seconds).toEqual([0, 60, 360, 2_160]);
    for (const pause of [60, 300, 1_800, 86_400, 30 * 86_400]) {
      clock.forward({ seconds: pause });
      await run();
    }
    expect(receiver.received).toHaveLength(4);
  });

  it("applies to 410 like to every other response outside 2xx", async () => {
    const endpoint = await anEndpoint(world, world.receiver.behave("/gone", answer(410)));
    await anEvent(world);
    for (const seconds of [0, 60, 300, 1_800]) {
      world.clock.forward({ seconds });
      await run();
    }
    expect(world.receiver.received).toHaveLength(4);
    expect((await stateOf(endpoint))?.disabledAt).toBeNull();
  });

  it("each attempt has the same ID and body, and its own time and signature", async () => {
    const { clock, receiver } = world;
    await anEndpoint(world, receiver.behave("/down", answer(500)));
    await anEvent(world);
    for (const seconds of [0, 60, 300, 1_800]) {
      clock.forward({ seconds });
      await run();
    }
    const seen = (of: (request: (typeof receiver.received)[number]) => unknown): number =>
      new Set(receiver.received.map(of)).size;
    expect(receiver.received).toHaveLength(4);
    expect(seen(({ body }) => body)).toBe(1);
    expect(seen(({ headers }) => headers["webhook-id"])).toBe(1);
    expect(seen(({ headers }) => headers["webhook-timestamp"])).toBe(4);
    expect(seen(({ headers }) => headers["x-service-signature"])).toBe(4);
    expect(seen(({ headers }) => headers["webhook-signature"])).toBe(4);
  });

  it("an endpoint that recovers gets the event at its next attempt, and no further ones", async () => {
    const { clock, receiver } = world;
    const endpoint = await anEndpoint(world, receiver.behave("/shaky", answer(503)));
    await anEvent(world);
    await run();
    receiver.behave("/shaky", answer(200));
    clock.forward({ seconds: 60 });
    await run();
    clock.forward({ days: 1 });
    await run();
    expect(receiver.received).toHaveLength(2);
    expect((await theRecord(world, endpoint)).delivery).toMatchObject({ status: "delivered", attempts: 2 });
  });

  it("the pauses can be configured", async () => {
    const retrySeconds = [7];
    const config = { ...world.app.config, webhookRetrySeconds: retrySeconds };
    const deliverer = aDeliverer({ ...world.app, config }, world.egress);
    const endpoint = await anEndpoint(world, world.receiver.behave("/down", answer(500)));
    await anEvent(world);
    for (const seconds of [0, 7]) {
      world.clock.forward({ seconds });
      await deliverer.runUntilIdle();
    }
    expect((await theRecord(world, endpoint)).delivery).toMatchObject({ status: "failed", attempts: 2 });
  });
});

describe("an endpoint that keeps failing", () => {
  /** Fails every delivery through the whole schedule. */
  async function endAll(): Promise<void> {
    for (const seconds of [0, 60, 300, 1_800]) {
      world.clock.forward({ seconds });
      await run();
    }
  }

  it("is disabled by the twentieth failed delivery in a row; later ones are held and sent when it is enabled again", async () => {
    const { receiver } = world;
    const endpoint = await anEndpoint(world, receiver.behave("/dead", answer(500)));
    await anEvent(world, 19);
    await endAll();
    expect((await stateOf(endpoint))?.disabledAt).toBeNull();
    await anEvent(world);
    await endAll();
    expect(await stateOf(endpoint)).toMatchObject({ disabledAt: world.clock.now(), disabledBy: "failures" });
    const logged = await world.app.db.query(sql`
      select actor, before, after from audit_entries
      where action = 'endpoint.updated' and subject_id = ${uuidOf(endpoint.endpoint.id)}`);
    const after = { enabled: false, disabled_by: "failures" };
    expect(logged).toEqual([{ actor: "system", before: { enabled: true }, after }]);
    const tried = receiver.received.length;
    expect(tried).toBe(80);

    await anEvent(world, 3);
    await endAll();
    expect(receiver.received).toHaveLength(tried);
    const held = (await deliveriesOf(world, endpoint)).filter(({ status }) => status === "held");
    expect(held).toHaveLength(3);

    receiver.behave("/dead", answer(200));
    await changeEndpoint(world.merchant.context, { id: endpoint.endpoint.id, enabled: true });
    await run();
    expect(receiver.received).toHaveLength(tried + 3);
    expect((await deliveriesOf(world, endpoint)).filter(({ status }) => status === "delivered")).toHaveLength(3);
  });

  it("is not disabled while deliveries occasionally succeed", async () => {
    const endpoint = await anEndpoint(world, world.receiver.behave("/half", answer(500)));
    for (let round = 0; round < 2; round += 1) {
      await anEvent(world, 19);
      await endAll();
      world.receiver.behave("/half", answer(200));
      await anEvent(world);
      await run();
      world.receiver.behave("/half", answer(500));
    }
    expect((await stateOf(endpoint))?.disabledAt).toBeNull();
  });

  it("does not block or disable another endpoint of the account", async () => {
    const dead = await anEndpoint(world, world.receiver.behave("/dead", answer(500)));
    const alive = await anEndpoint(world, world.receiver.url("/alive"));
    await anEvent(world, 20);
    await endAll();
    expect((await stateOf(dead))?.disabledBy).toBe("failures");
    expect((await stateOf(alive))?.disabledAt).toBeNull();
    expect(world.receiver.at("/alive")).toHaveLength(20);
  });

  it("keeps its retries while it is disabled, and continues them afterwards", async () => {
    const { receiver, clock, merchant } = world;
    const endpoint = await anEndpoint(world, receiver.behave("/down", answer(500)));
    await anEvent(world);
    await run();
    await changeEndpoint(merchant.context, { id: endpoint.endpoint.id, enabled: false });
    clock.forward({ hours: 5 });
    await run();
    expect(receiver.received).toHaveLength(1);
    expect((await theRecord(world, endpoint)).delivery.status).toBe("held");
    receiver.behave("/down", answer(200));
    await changeEndpoint(merchant.context, { id: endpoint.endpoint.id, enabled: true });
    await run();
    expect((await theRecord(world, endpoint)).delivery).toMatchObject({ status: "delivered", attempts: 2 });
  });
});
