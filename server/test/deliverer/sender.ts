import sql from "sql-template-tag";
import { Deliverer } from "../../src/deliverer/deliverer.ts";
import { createEgress, type Egress, type EgressOptions } from "../../src/deliverer/egress.ts";
import type { SendParts } from "../../src/deliverer/send.ts";
import { SigningKeys } from "../../src/deliverer/signing-keys.ts";
import type { Delivery } from "../../src/domain/delivery.ts";
import { eventTypes } from "../../src/domain/events.ts";
import { idOf, type EndpointId } from "../../src/domain/ids.ts";
import { lockEndpointsToServe } from "../../src/store/webhooks/delivery-endpoints.ts";
import { leaseDeliveries, type Lease } from "../../src/store/webhooks/delivery-leases.ts";
import { announce } from "../../src/store/webhooks/events.ts";
import { createLog } from "../../src/system/log.ts";
import { createEndpoint, type EndpointWithSecret } from "../../src/usecases/webhooks/create-endpoint.ts";
import { getDelivery, listDeliveries, type DeliveryRecord } from "../../src/usecases/webhooks/list-deliveries.ts";
import { afterAll, beforeAll, beforeEach, onTestFinished } from "vitest";
import { startApp, type MovableClock, type TestApp } from "../support/app.ts";
import { aMerchant, type Merchant } from "../support/world.ts";
import { makeCertificates, RECEIVER_HOST, type Certificates } from "./certificates.ts";
import { Receiver } from "./receiver.ts";

/** An installation whose only allowed internal address is 127.0.0.10, a merchant, and a receiver at that address. */
export interface SenderWorld {
  readonly app: TestApp;
  readonly clock: MovableClock;
  readonly merchant: Merchant;
  readonly certificates: Certificates;
  readonly receiver: Receiver;
  readonly egress: Egress;
  readonly deliverer: Deliverer;
  close(): Promise<void>;
}

export const ALLOWED = `${RECEIVER_HOST}/32`;
const startSenderApp = (): Promise<TestApp> => startApp({ WEBHOOK_ALLOWED_NETWORKS: ALLOWED });

export async function senderWorld(options: Partial<EgressOptions> = {}): Promise<SenderWorld> {
  const app = await startSenderApp();
  const world = await worldOn(app, options);
  return {
    ...world,
    close: async () => {
      await world.close();
      await app.close();
    },
  };
}

/** A world per test, all on one application. Each starts at the same time with nothing to deliver. */
export function worldForEachTest(begin: (world: SenderWorld) => void): void {
  let app: TestApp;
  let startedAt: Date;
  beforeAll(async () => {
    app = await startSenderApp();
    startedAt = app.clock.now();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    app.clock.set(startedAt);
    await app.db.query(sql`truncate webhook_endpoints cascade`);
    const world = await worldOn(app);
    onTestFinished(() => world.close());
    begin(world);
  });
}

async function worldOn(app: TestApp, options: Partial<EgressOptions> = {}): Promise<SenderWorld> {
  const certificates = makeCertificates();
  const receiver = await new Receiver(certificates.good).listen();
  const egress = anEgress(certificates, options);
  return {
    app,
    clock: app.clock,
    merchant: await aMerchant(app),
    certificates,
    receiver,
    egress,
    deliverer: aDeliverer(app, egress),
    close: async () => {
      await egress.close();
      await receiver.close();
    },
  };
}

export function anEgress(certificates: Certificates, options: Partial<EgressOptions> = {}): Egress {
  return createEgress({ allowedNetworks: [ALLOWED], ca: [certificates.ca], ...options });
}

export function aDeliverer(app: TestApp, egress: Egress): Deliverer {
  const retrySeconds = app.config.webhookRetrySeconds;
  return new Deliverer({ ...app.services, egress, retrySeconds, log: createLog("silent") });
}

export async function anEndpoint(
  { merchant }: Pick<SenderWorld, "merchant">,
  url: string,
  events: readonly string[] = eventTypes,
): Promise<EndpointWithSecret> {
  return createEndpoint(merchant.context, { url, events });
}

let happened = 0;

/** Creates an event with a delivery to each endpoint that subscribed to it. */
export async function anEvent({ app, merchant }: Pick<SenderWorld, "app" | "merchant">, count = 1): Promise<void> {
  const { db, clock, random } = app.services;
  for (let index = 0; index < count; index += 1) {
    const createdAt = clock.now();
    happened += 1;
    await db.transaction(async (tx) =>
      announce(tx, {
        id: idOf("event", random.uuid(createdAt)),
        accountId: merchant.accountId,
        type: "conversion.created",
        subjectId: idOf("conversion", random.uuid(createdAt)),
        seq: 1,
        createdAt,
        livemode: true,
        dueAt: createdAt,
        data: { number: happened, name: "Żółć — 100 €" },
      }),
    );
  }
}

export const LEASE_MS = 60_000;

/** For sending outside the deliverer. */
export function partsToSend({ app: { services, config }, egress }: SenderWorld): SendParts {
  const { clock, secretBox } = services;
  return { clock, egress, signingKeys: new SigningKeys(secretBox), retrySeconds: config.webhookRetrySeconds };
}

/** Leases one round after this endpoint, without sending. */
export async function leaseRound(
  { app, clock }: Pick<SenderWorld, "app" | "clock">,
  { room, after }: { room: number; after?: EndpointId | undefined },
): Promise<Lease[]> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + LEASE_MS);
  return app.db.transaction(async (tx) => {
    const endpointIds = await lockEndpointsToServe(tx, { now, expiresAt, after, limit: room });
    return leaseDeliveries(tx, {
      endpoints: endpointIds.map((id) => ({ id, perSlot: 1 })),
      now,
      expiresAt,
      limit: room,
    });
  });
}

/** Leases without sending, like a sender that crashes. */
export async function leaseAll(world: Pick<SenderWorld, "app" | "clock">): Promise<Lease[]> {
  return leaseRound(world, { room: 100 });
}

/** Newest first. */
export async function deliveriesOf(
  { merchant }: Pick<SenderWorld, "merchant">,
  endpoint?: EndpointWithSecret,
): Promise<Delivery[]> {
  return listDeliveries(merchant.context, { endpointId: endpoint?.endpoint.id, slice: { limit: 100, offset: 0 } });
}

export async function theRecord(
  world: Pick<SenderWorld, "merchant">,
  endpoint?: EndpointWithSecret,
): Promise<DeliveryRecord> {
  const [delivery] = await deliveriesOf(world, endpoint);
  if (!delivery) throw new Error("There is no delivery.");
  return getDelivery(world.merchant.context, delivery.id);
}
