import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { build, newFolder, start, stop, urlOf, type App, type Env } from "../start/processes.ts";
import { SECRET_KEY } from "../support/app.ts";
import { answer, type Behaviour } from "./receiver.ts";
import { ALLOWED, anEndpoint, anEvent, deliveriesOf, worldForEachTest, theRecord, type SenderWorld } from "./sender.ts";
import { eventually } from "../support/eventually.ts";

beforeAll(build);

let world: SenderWorld;
let caFile: string;
worldForEachTest((next) => {
  world = next;
  // Real processes have real clocks.
  world.clock.set(new Date());
  caFile = join(newFolder(), "ca.pem");
  writeFileSync(caFile, world.certificates.ca);
});

/** A process that only sends, started like the real program. */
async function aSender(more: Env = {}): Promise<App> {
  return start({
    ROLES: "worker",
    DATABASE_URL: urlOf(world.app.connection),
    SECRET_KEY: SECRET_KEY.toString("hex"),
    WEBHOOK_ALLOWED_NETWORKS: ALLOWED,
    NODE_EXTRA_CA_CERTS: caFile,
    ...more,
  });
}

const never: Behaviour = () => {};

describe("a sender in a separate process", () => {
  it("killed in mid-flight loses nothing: after its leases expire everything arrives, with the same IDs and bodies, and no attempt is used up", async () => {
    const { receiver, clock } = world;
    const seen = (): string[] =>
      receiver.received.map(({ headers, body }) => `${String(headers["webhook-id"])} ${body}`);
    const endpoint = await anEndpoint(world, receiver.behave("/hook", never));
    await anEvent(world, 10);
    const sender = await aSender();
    await receiver.until(() => receiver.received.length === 4);
    sender.signal("SIGKILL");
    await sender.ended;
    const before = seen();
    receiver.received.length = 0;

    receiver.behave("/hook", answer(200));
    await world.deliverer.runUntilIdle();
    clock.set(new Date(Date.now() + 61_000));
    await world.deliverer.runUntilIdle();
    const after = seen();
    expect(new Set(after).size).toBe(10);
    expect(after).toEqual(expect.arrayContaining(before));
    const deliveries = await deliveriesOf(world, endpoint);
    expect(deliveries.map(({ status, attempts }) => `${status} ${attempts}`)).toEqual(Array(10).fill("delivered 1"));
  });

  it("sends events announced by another process, waits for responses when it is stopped, records them, and exits cleanly", async () => {
    const { receiver } = world;
    const sender = await aSender();
    const slow: Behaviour = (_request, response) => void setTimeout(() => response.writeHead(200).end(), 700);
    const endpoint = await anEndpoint(world, receiver.behave("/slow", slow));
    await anEvent(world, 3);
    await receiver.until(() => receiver.received.length === 3);
    const { exitCode } = await stop(sender);
    expect(exitCode).toBe(0);
    const deliveries = await deliveriesOf(world, endpoint);
    expect(deliveries.map(({ status }) => status)).toEqual(Array(3).fill("delivered"));
  });

  // All others trust this authority.
  it("rejects certificates of an authority that is not in NODE_EXTRA_CA_CERTS", async () => {
    const endpoint = await anEndpoint(world, world.receiver.url("/hook"));
    await anEvent(world);
    const sender = await aSender({ NODE_EXTRA_CA_CERTS: "", NODE_TLS_REJECT_UNAUTHORIZED: "0" });
    await eventually(async () => expect((await theRecord(world, endpoint)).attempts).toHaveLength(1));
    await stop(sender);
    const { attempts } = await theRecord(world, endpoint);
    expect(attempts).toMatchObject([{ failure: "tls" }]);
    expect(world.receiver.received).toHaveLength(0);
  });
});
