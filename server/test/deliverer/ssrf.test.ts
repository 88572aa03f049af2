import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createDestinations } from "../../src/deliverer/destinations.ts";
import { createResolve } from "../../src/deliverer/resolve.ts";
import type { Endpoint } from "../../src/domain/endpoint.ts";
import { eventTypes } from "../../src/domain/events.ts";
import { idOf } from "../../src/domain/ids.ts";
import { allowanceOf, type RateRule } from "../../src/domain/rate-limit.ts";
import { insertEndpoint } from "../../src/store/webhooks/webhook-endpoints.ts";
import type { MerchantContext } from "../../src/usecases/context.ts";
import { changeEndpoint } from "../../src/usecases/webhooks/change-endpoint.ts";
import { createEndpoint } from "../../src/usecases/webhooks/create-endpoint.ts";
import { listEndpoints } from "../../src/usecases/webhooks/list-endpoints.ts";
import { resendDelivery } from "../../src/usecases/webhooks/resend-delivery.ts";
import { sendTestEvent } from "../../src/usecases/webhooks/send-test-event.ts";
import { build } from "../start/processes.ts";
import { SECRET_KEY } from "../support/app.ts";
import { pathOf } from "../support/programs.ts";
import { hostileIpv4, hostileIpv6, hostileUrls } from "./hostile-addresses.ts";
import { startNameServer, type NameServer } from "./name-server.ts";
import { aDeliverer, ALLOWED, anEgress, anEvent, senderWorld, theRecord, type SenderWorld } from "./sender.ts";
import { aMerchant } from "../support/world.ts";

const byName = new Map([...hostileIpv4, ...hostileIpv6].map((address, index) => [`name-${index}.hooks.test`, address]));
const everyUrl = [...new Set([...hostileUrls, ...[...byName.keys()].map((name) => `https://${name}/hook`)])];
const RECEIVER = "127.0.0.10";

/** On a busy machine, our own name server may take seconds. */
const resolveAt = ({ address }: NameServer) => createResolve([address], { timeoutMs: 60_000 });

let world: SenderWorld;
let names: NameServer;
let merchant: MerchantContext;
beforeAll(async () => {
  names = await startNameServer(zone);
  world = await senderWorld({ resolve: resolveAt(names) });
  const destinations = createDestinations([ALLOWED], resolveAt(names));
  // This file is about addresses; rate limits of manual sending are tested elsewhere.
  const limiter = {
    take: (_key: string, rule: RateRule) => Promise.resolve(allowanceOf(rule, 0, world.clock.now())),
    giveBack: () => Promise.resolve(),
  };
  merchant = { ...world.merchant.context, destinations, limiter };
});
afterAll(async () => {
  await world.close();
  await names.close();
});

/** `flip…` first resolves to a public address and then to an internal one; `mixed` resolves to both at once. */
function zone(name: string, asked: number): readonly string[] {
  if (name === "good.hooks.test") return [RECEIVER];
  if (name.startsWith("flip-after-"))
    return asked < Number(name.split(".")[0]?.split("-")[2]) ? [RECEIVER] : ["127.0.0.1", "::1"];
  if (name === "mixed.hooks.test") return [RECEIVER, "127.0.0.1"];
  if (name === "mixed6.hooks.test") return [RECEIVER, "fd00::1"];
  if (name === "empty.hooks.test") return [];
  const address = byName.get(name);
  return address === undefined ? [] : [address];
}

/** As if registered before the guard existed, or while the operator allowed its network. */
async function registeredAnyway(urls: readonly string[]): Promise<Endpoint[]> {
  const { db, clock, random, secretBox } = merchant;
  return db.transaction(async (tx) => {
    const endpoints: Endpoint[] = [];
    for (const url of urls) {
      const createdAt = clock.now();
      const id = idOf("endpoint", random.uuid(createdAt));
      const off = { disabledAt: null, disabledBy: null, rotatedAt: null, previousSecretUntil: null };
      const endpoint = { id, accountId: merchant.accountId, url, events: eventTypes, createdAt, ...off };
      await insertEndpoint(tx, endpoint, secretBox.seal("whsec_c2VjcmV0", id));
      endpoints.push(endpoint);
    }
    return endpoints;
  });
}

describe(`${everyUrl.length} hostile addresses and spellings`, () => {
  it("are at least 300 and all different", () => {
    expect(hostileUrls.length).toBeGreaterThan(300);
    expect(everyUrl.length).toBeGreaterThan(600);
  });

  it("cannot be registered or set on an existing endpoint", async () => {
    const good = await createEndpoint(merchant, { url: `https://good.hooks.test/x`, events: ["payout.created"] });
    const { id } = good.endpoint;
    const accepted: string[] = [];
    // A few at a time: a name that takes too long to resolve is accepted, and rejected when it is dialed.
    await inTens(everyUrl, async (url) => {
      const tried = [createEndpoint(merchant, { url, events: eventTypes }), changeEndpoint(merchant, { id, url })];
      for (const outcome of await Promise.allSettled(tried)) {
        const code = outcome.status === "rejected" ? (outcome.reason as { code?: string }).code : undefined;
        if (code !== "destination_refused" && code !== "invalid_request") accepted.push(url);
      }
    });
    expect(accepted).toEqual([]);
    expect((await listEndpoints(merchant)).map(({ url }) => url)).toEqual(["https://good.hooks.test/x"]);
  });

  it("are never dialed by deliveries, tests or resends, even if they are in the database", async () => {
    build();
    const good = await registeredAnyway([world.receiver.url("/good"), world.receiver.url("/named", "good.hooks.test")]);
    const hostile = await registeredAnyway(everyUrl);
    await anEvent(world);
    await inTens([...good, ...hostile], async ({ id }) => void (await sendTestEvent(merchant, id)));
    const first = await sendTraced(world.clock.now());
    world.clock.forward({ seconds: 1 });
    // One of each endpoint: its event or its test, whichever is first.
    const rows = await world.app.db.query<{ id: string }>(sql`
      select distinct on (endpoint_id) id from deliveries where account_id is not null order by endpoint_id, id`);
    await inTens(rows, async ({ id }) => void (await resendDelivery(merchant, idOf("delivery", id))));
    const second = await sendTraced(world.clock.now());

    const attempts = await world.app.db.query<{ url: string; status_code: number | null; failure: string | null }>(sql`
      select e.url, a.status_code, a.failure from delivery_attempts a
      join deliveries d on d.id = a.delivery_id join webhook_endpoints e on e.id = d.endpoint_id
      where d.account_id is not null`);
    const atGood = attempts.filter(({ url }) => good.some((endpoint) => endpoint.url === url));
    expect(atGood.map(({ status_code: status }) => status)).toEqual(Array(6).fill(200));
    const others = attempts.filter(({ url }) => !good.some((endpoint) => endpoint.url === url));
    expect(others).toHaveLength(3 * everyUrl.length);
    expect(others.filter(({ failure, status_code: status }) => status !== null || failure === null)).toEqual([]);
    expect([...new Set(others.map(({ failure }) => failure))]).toEqual(["blocked_address"]);

    for (const dialled of [first, second]) {
      // The receiver and the name server, both at the one allowed address, and nothing else in any spelling.
      expect(dialled).toContain(RECEIVER);
      expect([...new Set(dialled)]).toEqual([RECEIVER]);
    }
  });
});

/** The address that must not be reached: the same port at 127.0.0.1. */
async function aTrap(port: number): Promise<() => number> {
  let visits = 0;
  const trap = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => trap.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => trap.close(() => resolve())));
  return () => visits;
}

it.each(["127.0.0.1", "2130706433", "0x7f000001", "[::ffff:127.0.0.1]", "[::1]"])(
  "the literal %s is rejected when it is dialed, whatever was registered",
  async (host) => {
    const visits = await aTrap(world.receiver.port);
    const url = new URL(world.receiver.url("/literal", host)).href;
    const { failure } = await world.egress.post({ url, headers: {}, body: "{}" });
    expect(failure?.kind).toBe("blocked_address");
    expect(visits()).toBe(0);
  },
);

describe("a name server that lies", () => {
  it("allows one delivery while its response is public, and none once the name resolves to an internal address", async () => {
    const visits = await aTrap(world.receiver.port);
    // A separate merchant: the other already has the maximum of endpoints, inserted directly.
    const owner = await aMerchant(world.app);
    const other = { ...owner.context, destinations: merchant.destinations };
    // Public for the registration and the first connection, internal afterwards.
    const url = world.receiver.url("/flip", "flip-after-2.hooks.test");
    const { endpoint, secret } = await createEndpoint(other, { url, events: eventTypes });
    await sendTestEvent(other, endpoint.id);
    await world.deliverer.runUntilIdle();
    expect(world.receiver.at("/flip")).toHaveLength(1);
    const egress = anEgress(world.certificates, { resolve: resolveAt(names) });
    onTestFinished(() => egress.close());
    world.clock.forward({ seconds: 1 });
    await sendTestEvent(other, endpoint.id);
    await aDeliverer(world.app, egress).runUntilIdle();
    const { attempts } = await theRecord({ ...world, merchant: owner }, { endpoint, secret });
    expect(attempts).toMatchObject([{ failure: "blocked_address", statusCode: null }]);
    expect(attempts[0]?.failureText).not.toContain("127.0.0.1");
    expect(world.receiver.at("/flip")).toHaveLength(1);
    expect(visits()).toBe(0);
  });

  it("cannot change its response between check and connection: a connection resolves once", async () => {
    const name = "flip-after-1-once.hooks.test";
    const url = world.receiver.url("/once", name);
    const egress = anEgress(world.certificates, { resolve: resolveAt(names) });
    onTestFinished(() => egress.close());
    const answered = await egress.post({ url, headers: {}, body: "{}" });
    expect(answered).toMatchObject({ statusCode: 200, failure: null });
    expect(names.asked.get(`1 ${name}`)).toBe(1);
  });

  it.each(["mixed.hooks.test", "mixed6.hooks.test"])(
    "is rejected when one address of %s is internal, in any order",
    async (name) => {
      const visits = await aTrap(world.receiver.port);
      const answered = await world.egress.post({ url: world.receiver.url("/mixed", name), headers: {}, body: "{}" });
      expect(answered.failure?.kind).toBe("blocked_address");
      expect(world.receiver.at("/mixed")).toHaveLength(0);
      expect(visits()).toBe(0);
    },
  );

  it("is recorded as a DNS failure when it has no record", async () => {
    const answered = await world.egress.post({ url: "https://empty.hooks.test/", headers: {}, body: "{}" });
    expect(answered.failure).toMatchObject({ kind: "dns" });
  });
});

describe("public addresses", () => {
  it("are allowed", async () => {
    const destinations = createDestinations([]);
    for (const host of [
      "1.1.1.1",
      "8.8.8.8",
      "93.184.215.14",
      "[2606:4700:4700::1111]",
      "[2a00:1450:4001:80b::200e]",
      "100.63.255.255",
      "172.32.0.1",
    ])
      await expect(destinations.refusalOf(new URL(`https://${host}/`))).resolves.toBeUndefined();
  });

  it("an allowed network allows neither its neighbours nor its IPv6 forms", async () => {
    const destinations = createDestinations(["10.1.0.0/16", "fd00:1::/32", "192.168.7.7"]);
    const refusalOf = (host: string): Promise<string | undefined> =>
      destinations.refusalOf(new URL(`https://${host}/`));
    for (const host of ["10.1.2.3", "[fd00:1::5]", "192.168.7.7"])
      await expect(refusalOf(host)).resolves.toBeUndefined();
    for (const host of ["10.2.0.1", "10.0.255.255", "[fd00:2::5]", "192.168.7.8", "[::ffff:10.1.2.3]", "127.0.0.1"])
      await expect(refusalOf(host)).resolves.toContain("not a public address");
  });
});

/** Sends due deliveries in a process whose connect() calls are traced; returns the targets, except the database. */
async function sendTraced(now: Date): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "tributary-trace-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const trace = join(folder, "connect.txt");
  const { connection } = world.app;
  const setup = { connection, nameServer: names.address, ca: world.certificates.ca, allowedNetworks: [ALLOWED], now };
  const script = fileURLToPath(new URL("traced-sender.mjs", import.meta.url));
  const program = [process.execPath, script, JSON.stringify({ ...setup, secretKey: SECRET_KEY.toString("hex") })];
  const child = spawn(pathOf("strace"), ["-f", "--seccomp-bpf", "-e", "trace=connect", "-o", trace, ...program], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [exitCode] = (await once(child, "exit")) as [number | null];
  expect(exitCode).toBe(0);
  return dialledIn(readFileSync(trace, "utf8"));
}

/** Unix sockets are the embedded database; another database is recognized by its port. */
function dialledIn(trace: string): string[] {
  const { connectionString } = world.app.connection;
  const databasePort = connectionString === undefined ? undefined : new URL(connectionString).port || "5432";
  return trace.split("\n").flatMap((line) => {
    const [, address] = /inet_(?:addr|pton)\((?:AF_INET6, )?"([^"]+)"/.exec(line) ?? [];
    const [, port] = /port=htons\((\d+)\)/.exec(line) ?? [];
    return address === undefined || port === databasePort ? [] : [address];
  });
}

async function inTens<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let index = 0; index < items.length; index += 10) await Promise.all(items.slice(index, index + 10).map(work));
}
