import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import sql from "sql-template-tag";
import { describe, expect, it, onTestFinished } from "vitest";
import { build } from "../start/processes.ts";
import { SECRET_KEY } from "../support/app.ts";
import type { Received } from "./receiver.ts";
import { aMerchant, type Merchant } from "../support/world.ts";
import { ALLOWED, anEndpoint, anEvent, senderWorld, type SenderWorld } from "./sender.ts";

// Takes minutes, because real leases must expire: TRIBUTARY_KILLS=200 npx vitest run killed-often
// oxlint-disable-next-line node/no-process-env -- sets the number of kills
const KILLS = Number(process.env["TRIBUTARY_KILLS"] ?? 0);
// A killed sender leaves about a hundred slots leased for a minute, so the next one needs enough others.
const MERCHANTS = 20;
const ENDPOINTS = 50 * MERCHANTS;
const KILLS_PER_EVENT = 20;
const EVENTS_BEFORE = 3;
const ARRIVALS_MAX = 100;
const AGAIN_WITHIN_MS = 90_000;

describe.skipIf(KILLS === 0)(`a sender killed ${KILLS} times (set by TRIBUTARY_KILLS)`, () => {
  it(
    "loses nothing, resends within 90 seconds, and repeats with the same ID and body",
    { timeout: 3_600_000 },
    async () => {
      build();
      const world = await senderWorld();
      onTestFinished(() => world.close());
      const arrivals = recordArrivals(world);
      const merchants = await someMerchants(world);
      for (let index = 0; index < ENDPOINTS; index += 1)
        await anEndpoint(merchants[index % MERCHANTS] ?? world, world.receiver.url(`/hook-${index}`));
      const happens = async (count = 1): Promise<void> => {
        for (const { merchant } of merchants) await anEvent({ app: world.app, merchant }, count);
      };
      world.clock.set(new Date());
      await happens(EVENTS_BEFORE);
      for (let kill = 0; kill < KILLS; kill += 1) {
        if (kill % KILLS_PER_EVENT === 0) await happens();
        const sender = startSender(world);
        const enough = world.receiver.received.length + Math.random() * ARRIVALS_MAX;
        await world.receiver.until(() => world.receiver.received.length > enough);
        sender.kill("SIGKILL");
        await once(sender, "exit");
      }
      const killedAtMs = Date.now();
      const sender = startSender(world);
      await allDelivered(world);
      const againAfterMs = Date.now() - killedAtMs;
      sender.kill("SIGKILL");

      expect(arrivals.size).toBe((EVENTS_BEFORE + Math.ceil(KILLS / KILLS_PER_EVENT)) * ENDPOINTS);
      const repeated = [...arrivals.values()].filter((bodies) => bodies.length > 1);
      console.log(`${arrivals.size} deliveries, ${repeated.length} of them sent more than once`);
      expect(repeated.length).toBeGreaterThan(0);
      for (const bodies of repeated) expect(new Set(bodies).size).toBe(1);
      // A sender that took over a delivery may also have been killed, so the time since the last kill counts.
      expect(againAfterMs).toBeLessThan(AGAIN_WITHIN_MS);
      const [wrong] = await world.app.db.query<{ count: bigint }>(sql`
      select count(*) as count from deliveries where account_id is not null and (status <> 'delivered' or attempts <> 1)`);
      expect(wrong?.count).toBe(0n);
    },
  );
});

/** By endpoint and event. */
function recordArrivals({ receiver }: SenderWorld): Map<string, string[]> {
  const arrivals = new Map<string, string[]>();
  const record = ({ path, headers, body }: Received): void => {
    const key = `${path} ${String(headers["webhook-id"])}`;
    arrivals.set(key, [...(arrivals.get(key) ?? []), body]);
  };
  for (let index = 0; index < ENDPOINTS; index += 1)
    receiver.behave(`/hook-${index}`, (request, response) => {
      record(request);
      setTimeout(() => response.writeHead(200).end(), Math.random() * 30);
    });
  return arrivals;
}

function startSender(world: SenderWorld): ChildProcess {
  const { connection } = world.app;
  const setup = {
    connection,
    ca: world.certificates.ca,
    allowedNetworks: [ALLOWED],
    secretKey: SECRET_KEY.toString("hex"),
  };
  const script = fileURLToPath(new URL("killable-sender.mjs", import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(setup)], { stdio: ["ignore", "inherit", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function allDelivered(world: SenderWorld): Promise<void> {
  for (;;) {
    const [left] = await world.app.db.query<{ count: bigint }>(sql`
      select count(*) as count from deliveries where account_id is not null and status = 'waiting'`);
    if (left?.count === 0n) return;
    await sleep(500);
  }
}

/** An account may have at most 50 endpoints. */
async function someMerchants({ app }: SenderWorld): Promise<{ merchant: Merchant }[]> {
  const merchants: { merchant: Merchant }[] = [];
  for (let index = 0; index < MERCHANTS; index += 1) merchants.push({ merchant: await aMerchant(app) });
  return merchants;
}
