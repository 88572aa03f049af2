import { describe, expect, it } from "vitest";
import { recordOutcomes } from "../../src/deliverer/record-attempts.ts";
import { sendDelivery } from "../../src/deliverer/send.ts";
import type { Lease } from "../../src/store/webhooks/delivery-leases.ts";
import type { Outcome } from "../../src/store/webhooks/delivery-outcomes.ts";
import { resendDelivery } from "../../src/usecases/webhooks/resend-delivery.ts";
import { hold } from "../support/held.ts";
import { answer } from "./receiver.ts";
import { anEndpoint, anEvent, leaseAll, partsToSend, theRecord, worldForEachTest, type SenderWorld } from "./sender.ts";

let world: SenderWorld;
worldForEachTest((next) => (world = next));

async function leaseOne(): Promise<Lease> {
  const [lease] = await leaseAll(world);
  if (!lease) throw new Error("Nothing was leased.");
  return lease;
}

const send = async (lease: Lease): Promise<Outcome> => ({
  ...(await sendDelivery(partsToSend(world), lease)),
  endsLease: true,
});

const record = (outcome: Outcome) =>
  world.app.db.transaction((tx) => recordOutcomes(tx, [outcome], world.app.services));

const resend = (lease: Lease) => resendDelivery(world.merchant.context, lease.deliveryId);

describe("a resend that is requested during an attempt", () => {
  it.each([0, 3])("is due at once if that attempt fails, after %i failures", async (failures) => {
    await anEndpoint(world, world.receiver.behave("/down", answer(500)));
    await anEvent(world);
    for (const seconds of [60, 300, 1_800].slice(0, failures)) {
      await world.deliverer.runUntilIdle();
      world.clock.forward({ seconds });
    }
    // The second attempt is a resend, too.
    for (const attempts of [failures + 1, failures + 2]) {
      const lease = await leaseOne();
      const outcome = await send(lease);
      world.clock.forward({ ms: 1 });
      await resend(lease);
      await record(outcome);
      const { delivery } = await theRecord(world);
      expect(delivery).toMatchObject({ status: "waiting", attempts, dueAt: world.clock.now(), endedAt: null });
    }
    await world.deliverer.runUntilIdle();
    const { delivery } = await theRecord(world);
    expect(delivery).toMatchObject({ status: "waiting", dueAt: world.clock.after({ seconds: 60 }) });
  });

  it("stays due if it is committed while the outcome waits for it", async () => {
    await anEndpoint(world, world.receiver.behave("/down", answer(500)));
    await anEvent(world);
    const outcome = await send(await leaseOne());
    const resending = await hold(world.app, "update deliveries set manual = true, due_at = due_at + interval '1 ms'");
    const recording = record(outcome);
    await resending.untilBlocked(1);
    await resending.release();
    await recording;
    const dueAt = world.clock.after({ ms: 1 });
    expect((await theRecord(world)).delivery).toMatchObject({ status: "waiting", attempts: 1, dueAt });
  });

  it("is not needed if that attempt arrives", async () => {
    await anEndpoint(world, world.receiver.url("/up"));
    await anEvent(world);
    const lease = await leaseOne();
    world.clock.forward({ ms: 1 });
    await resend(lease);
    await record(await send(lease));
    expect((await theRecord(world)).delivery).toMatchObject({ status: "delivered", attempts: 1 });
  });
});
