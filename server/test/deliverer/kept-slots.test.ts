import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import sql from "sql-template-tag";
import { expect, it, onTestFinished } from "vitest";
import type { Egress } from "../../src/deliverer/egress.ts";
import type { Delivery } from "../../src/domain/delivery.ts";
import { uuidOf } from "../../src/domain/ids.ts";
import { lockSlots } from "../../src/store/webhooks/delivery-slots.ts";
import type { EndpointWithSecret } from "../../src/usecases/webhooks/create-endpoint.ts";
import { answer, type Behaviour } from "./receiver.ts";
import {
  aDeliverer,
  anEndpoint,
  anEvent,
  deliveriesOf,
  LEASE_MS,
  worldForEachTest,
  type SenderWorld,
} from "./sender.ts";
import { eventually } from "../support/eventually.ts";

let world: SenderWorld;
worldForEachTest((next) => (world = next));

const ok = (response: ServerResponse): void => void response.writeHead(200).end();

/** Holds back every response until it is opened. */
function aGate(): { behaviour: Behaviour; open: () => void } {
  const held: ServerResponse[] = [];
  let isOpen = false;
  return {
    behaviour: (_request, response) => (isOpen ? ok(response) : void held.push(response)),
    open: () => {
      isOpen = true;
      held.splice(0).forEach(ok);
    },
  };
}

/**
 * An endpoint with seven deliveries. Of the first four, one gets its response as soon as all have arrived, and the others are
 * held. So the deliveries after them share one slot.
 */
async function aChain(
  behaviour: Behaviour = answer(200),
): Promise<{ endpoint: EndpointWithSecret; release: () => void }> {
  const held: ServerResponse[] = [];
  let count = 0;
  const url = world.receiver.behave("/chain", (request, response) => {
    count += 1;
    if (count < 4) held.push(response);
    else if (count === 4) ok(response);
    else behaviour(request, response);
  });
  const endpoint = await anEndpoint(world, url);
  for (let index = 0; index < 7; index += 1) await nextEvent();
  return { endpoint, release: () => held.splice(0).forEach(ok) };
}

async function nextEvent(): Promise<void> {
  await anEvent(world);
  world.clock.forward({ ms: 1 });
}

const oldestFirst = async (endpoint: EndpointWithSecret): Promise<Delivery[]> =>
  (await deliveriesOf(world, endpoint)).toReversed();

const timesSent = ({ eventId }: Delivery, path = "/chain"): number =>
  world.receiver.at(path).filter(({ headers }) => headers["webhook-id"] === eventId).length;

/** Recording an attempt of the first delivery fails. Recording one of the second ends the connection, the first time. */
async function addFaults(refused: Delivery, cutting?: Delivery): Promise<void> {
  await world.app.db.transaction((tx) =>
    tx.script(`
      create sequence cuts;
      create function fault() returns trigger language plpgsql as $$
        begin
          if new.delivery_id = '${uuidOf(refused.id)}' then raise exception 'refused by the test'; end if;
          if new.delivery_id = '${uuidOf((cutting ?? refused).id)}' and nextval('cuts') = 1 then
            perform pg_terminate_backend(pg_backend_pid());
          end if;
          return new;
        end $$;
      create trigger fault before insert on delivery_attempts for each row execute function fault()`),
  );
  onTestFinished(() => world.app.db.transaction((tx) => tx.script("drop function fault cascade; drop sequence cuts")));
}

it("sends a delivery whose outcome cannot be recorded again only after its lease has expired", async () => {
  const { endpoint, release } = await aChain();
  const refused = (await oldestFirst(endpoint))[4];
  if (!refused) throw new Error("There is no chain.");
  await addFaults(refused);
  await expect(world.deliverer.runUntilIdle()).rejects.toThrow("refused by the test");
  release();
  await world.deliverer.runUntilIdle();
  await nextEvent();
  world.clock.forward({ ms: LEASE_MS - 100 });
  await world.deliverer.runUntilIdle();
  const others = (await oldestFirst(endpoint)).filter(({ id }) => id !== refused.id);
  expect(others.map(({ status, attempts }) => [status, attempts])).toEqual(Array(7).fill(["delivered", 1]));
  expect(world.receiver.received).toHaveLength(8);
  expect(timesSent(refused)).toBe(1);

  await world.app.db.query(sql`drop trigger fault on delivery_attempts`);
  world.clock.forward({ ms: 100 });
  await world.deliverer.runUntilIdle();
  expect(timesSent(refused)).toBe(2);
  expect((await oldestFirst(endpoint))[4]).toMatchObject({ status: "delivered", attempts: 1 });
});

it("sends nothing twice when the database is lost while outcomes are recorded one by one", async () => {
  const { receiver, deliverer, app } = world;
  const [chain, poison, stalling] = [aGate(), aGate(), aGate()];
  const { endpoint, release } = await aChain(chain.behaviour);
  const refusing = await anEndpoint(world, receiver.behave("/poison", poison.behaviour));
  const stalled = await anEndpoint(world, receiver.behave("/stalled", stalling.behaviour));
  await nextEvent();
  const [refused] = await oldestFirst(refusing);
  const cutting = (await oldestFirst(endpoint))[4];
  if (!refused || !cutting) throw new Error("There is no chain.");
  await addFaults(refused, cutting);

  const ended = deliverer.runUntilIdle().then(() => "idle", String);
  await receiver.until(() => receiver.received.length === 7);
  // A transaction of the sender waits for this lock. The outcomes that come in meanwhile are recorded together after it.
  await app.db.transaction(async (tx) => {
    await lockSlots(tx, [stalled.endpoint.id]);
    stalling.open();
    await eventually(async () => expect(await waiting()).toBe(1));
    poison.open();
    await sleep(200);
    chain.open();
    await receiver.until(() => receiver.received.length === 10);
    await sleep(200);
  });
  expect(await ended).toContain("refused by the test");
  release();
  await deliverer.runUntilIdle();

  // One transaction was cut, and the outcome was recorded by the next.
  expect(await app.db.query(sql`select last_value::int as cuts from cuts`)).toEqual([{ cuts: 2 }]);
  const deliveries = await oldestFirst(endpoint);
  expect(deliveries.map(({ status, attempts }) => [status, attempts])).toEqual(Array(8).fill(["delivered", 1]));
  expect(receiver.at("/chain")).toHaveLength(8);
  expect(timesSent(refused, "/poison")).toBe(1);
});

async function waiting(): Promise<number> {
  const rows = await world.app.db.query(sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length;
}

it("sends the others in a slot when one cannot be sent, and that one after its lease has expired", async () => {
  const { endpoint, release } = await aChain();
  const [, , , , failing, ...behind] = await oldestFirst(endpoint);
  if (!failing) throw new Error("There is no chain.");
  let posts = 0;
  const egress: Egress = {
    ...world.egress,
    post: (request) => {
      posts += 1;
      return posts === 5 ? Promise.reject(new Error("A bug.")) : world.egress.post(request);
    },
  };
  const deliverer = aDeliverer(world.app, egress);
  const idle = deliverer.runUntilIdle();
  await world.receiver.until(() => behind.every((delivery) => timesSent(delivery) === 1));
  release();
  await idle;
  await nextEvent();
  await deliverer.runUntilIdle();
  const statuses = (await oldestFirst(endpoint)).map(({ status }) => status);
  expect(statuses).toEqual([...Array<string>(4).fill("delivered"), "waiting", ...Array<string>(3).fill("delivered")]);
  expect(timesSent(failing)).toBe(0);

  world.clock.forward({ ms: LEASE_MS });
  await deliverer.runUntilIdle();
  expect(timesSent(failing)).toBe(1);
  expect((await oldestFirst(endpoint))[4]).toMatchObject({ status: "delivered", attempts: 1 });
});
