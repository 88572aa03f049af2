import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { signWebhook, verifyWebhook } from "tributary-sdk";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { deleteEndpoint } from "../../src/usecases/webhooks/delete-endpoint.ts";
import { rotateSecret } from "../../src/usecases/webhooks/rotate-secret.ts";
import { answer, type Received } from "./receiver.ts";
import { anEndpoint, anEvent, senderWorld, type SenderWorld } from "./sender.ts";
import type { EndpointWithSecret } from "../../src/usecases/webhooks/create-endpoint.ts";

let world: SenderWorld;
beforeAll(async () => {
  world = await senderWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.receiver.received.length = 0;
});

/** Each library words it differently. */
const REFUSED = /signature|timestamp/i;
const stripe = new Stripe("sk_test_unused");

/** Verifies like a Stripe user, with our header instead of theirs. Throws if it does not match. */
function verifyAsStripe(request: Received, secret: string): unknown {
  const header = String(request.headers["x-service-signature"]);
  return stripe.webhooks.constructEvent(request.body, header, secret, 300, undefined, world.clock.now().getTime());
}

/** Verifies like a user of Standard Webhooks. */
function verifyAsStandard(request: Received, secret: string): unknown {
  vi.useFakeTimers({ toFake: ["Date"], now: world.clock.now() });
  try {
    return new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}

function verifyAsOurs(request: Received, secret: string): Promise<unknown> {
  const signature = String(request.headers["x-service-signature"]);
  return verifyWebhook({ body: request.body, signature, secret, now: world.clock.now() });
}

const verifiers = { stripe: verifyAsStripe, standardwebhooks: verifyAsStandard, "tributary-sdk": verifyAsOurs };

async function sendEvent(endpoint: EndpointWithSecret): Promise<Received> {
  await anEvent(world);
  await world.deliverer.runUntilIdle();
  const request = world.receiver.at(new URL(endpoint.endpoint.url).pathname).at(-1);
  if (!request) throw new Error("Nothing arrived.");
  return request;
}

describe.each(Object.entries(verifiers))("the verifier of %s", (name, verify) => {
  it("accepts every delivery and every retry, and finds the event in it", async () => {
    const endpoint = await anEndpoint(world, world.receiver.behave(`/${name}`, answer(500)));
    await anEvent(world);
    for (const seconds of [0, 60, 300, 1_800]) {
      world.clock.forward({ seconds });
      await world.deliverer.runUntilIdle();
      const request = world.receiver.at(`/${name}`).at(-1);
      if (!request) throw new Error("Nothing arrived.");
      const event = await verify(request, endpoint.secret);
      expect(event).toMatchObject({ id: request.headers["webhook-id"], type: request.headers["x-service-event"] });
    }
    expect(world.receiver.at(`/${name}`)).toHaveLength(4);
    await deleteEndpoint(world.merchant.context, endpoint.endpoint.id);
  });

  it("rejects every change of one bit in the body and the time", async () => {
    const endpoint = await anEndpoint(world, world.receiver.url(`/bits-${name}`));
    const request = await sendEvent(endpoint);
    const bytes = Buffer.from(request.body);
    let refused = 0;
    for (let bit = 0; bit < 8 * bytes.length; bit += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      const body = changed.toString("utf8");
      await (async () => verify({ ...request, body }, endpoint.secret))().catch(() => (refused += 1));
    }
    expect(refused).toBe(8 * bytes.length);
    const later = JSON.parse(
      JSON.stringify(request.headers).replaceAll(
        /("webhook-timestamp":"|t=)(\d+)/g,
        (_all, before: string, t: string) => before + (Number(t) + 1),
      ),
    ) as Received["headers"];
    await expect(async () => verify({ ...request, headers: later }, endpoint.secret)).rejects.toThrow(REFUSED);
    await deleteEndpoint(world.merchant.context, endpoint.endpoint.id);
  });

  it("rejects another endpoint's secret, and a genuine request after 300 seconds", async () => {
    const endpoint = await anEndpoint(world, world.receiver.url(`/old-${name}`));
    const other = await anEndpoint(world, world.receiver.url(`/other-${name}`));
    const request = await sendEvent(endpoint);
    await expect(async () => verify(request, other.secret)).rejects.toThrow(REFUSED);
    world.clock.forward({ seconds: 300 });
    await verify(request, endpoint.secret);
    world.clock.forward({ seconds: 1 });
    await expect(async () => verify(request, endpoint.secret)).rejects.toThrow(REFUSED);
    for (const { endpoint: made } of [endpoint, other]) await deleteEndpoint(world.merchant.context, made.id);
  });

  it("accepts only the new secret after a rotation, and both during an overlap", async () => {
    const endpoint = await anEndpoint(world, world.receiver.url(`/rotated-${name}`));
    const { id } = endpoint.endpoint;
    const second = await rotateSecret(world.merchant.context, { id, overlapHours: 0 });
    const alone = await sendEvent(endpoint);
    await verify(alone, second.secret);
    await expect(async () => verify(alone, endpoint.secret)).rejects.toThrow(REFUSED);
    expect(String(alone.headers["x-service-signature"]).match(/v1=/g)).toHaveLength(1);

    const third = await rotateSecret(world.merchant.context, { id, overlapHours: 2 });
    const both = await sendEvent(endpoint);
    await verify(both, third.secret);
    await verify(both, second.secret);
    await expect(async () => verify(both, endpoint.secret)).rejects.toThrow(REFUSED);
    expect(String(both.headers["x-service-signature"]).match(/v1=/g)).toHaveLength(2);

    world.clock.forward({ hours: 2 });
    const after = await sendEvent(endpoint);
    await verify(after, third.secret);
    await expect(async () => verify(after, second.secret)).rejects.toThrow(REFUSED);
    expect(String(after.headers["x-service-signature"]).match(/v1=/g)).toHaveLength(1);
    await deleteEndpoint(world.merchant.context, id);
  });
});

describe("the request", () => {
  it("has exactly the headers of the contract", async () => {
    const endpoint = await anEndpoint(world, world.receiver.url("/headers"));
    const { headers, body } = await sendEvent(endpoint);
    const seconds = Math.floor(world.clock.now().getTime() / 1000);
    expect(headers["content-type"]).toBe("application/json");
    expect(headers["x-service-event"]).toBe("conversion.created");
    expect(headers["x-service-signature"]).toMatch(new RegExp(`^t=${seconds},v1=[0-9a-f]{64}$`));
    expect(headers["content-length"]).toBe(String(Buffer.byteLength(body)));
    const envelope = JSON.parse(body) as Record<string, unknown>;
    expect(Object.keys(envelope)).toEqual(["id", "type", "created", "livemode", "data"]);
    expect(envelope["created"]).toBe(seconds);
    await deleteEndpoint(world.merchant.context, endpoint.endpoint.id);
  });

  it("has the signature that signWebhook creates", async () => {
    const endpoint = await anEndpoint(world, world.receiver.url("/same"));
    const { headers, body } = await sendEvent(endpoint);
    const signature = await signWebhook({ body, secret: endpoint.secret, now: world.clock.now() });
    expect(headers["x-service-signature"]).toBe(signature);
    await deleteEndpoint(world.merchant.context, endpoint.endpoint.id);
  });
});

describe("verifyWebhook", () => {
  it("runs with web APIs only", async () => {
    const { readFileSync } = await import("node:fs");
    const source = readFileSync(new URL("../../../sdk/src/verify-webhook.ts", import.meta.url), "utf8");
    expect(source).not.toMatch(/node:|\bBuffer\b|process|require\(/);
  });
});
