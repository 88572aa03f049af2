import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { connect } from "../server/dist/db/database.js";
import { median } from "./measure.mjs";
import { startService } from "./service.mjs";
import {
  announceOne,
  fillDeliveries,
  makeCertificates,
  makeEndpoints,
  makeEvents,
  makePosts,
  SECRET_KEY,
} from "./webhooks/world.mjs";

export const about =
  "pending webhooks of ten endpoints sent by one process, compared with a bare undici loop and with one endpoint that hangs";

const ENDPOINTS = 10;
const PER_ENDPOINT = 4;

/** @typedef {import("./webhooks/world.mjs").Endpoint} Endpoint */
/** @typedef {import("node:child_process").ChildProcess} Child */

/**
 * Alternates, so that other load on the machine affects all equally. Ratios are taken within each round, and the median
 * of the rounds counts.
 * @param {import("./main.mjs").Options} options
 */
export async function run({ quick, say }) {
  const { rounds, waiting } = quick ? { rounds: 1, waiting: 4_000 } : { rounds: 3, waiting: 20_000 };
  const folder = mkdtempSync(join(tmpdir(), "tributary-bench-webhooks-"));
  const ca = makeCertificates(folder);
  const receiver = fork(script("receiver"), [folder]);
  const origin = `https://127.0.0.10:${await message(receiver)}`;
  const trust = { NODE_EXTRA_CA_CERTS: ca };
  const service = await startService({ ...trust, SECRET_KEY, WEBHOOK_ALLOWED_NETWORKS: "127.0.0.10/32" });
  try {
    const paths = Array.from({ length: ENDPOINTS }, (_, index) => `/hook-${index}`);
    const endpoints = await makeEndpoints(service.db, { origin, paths: [...paths, "/hang"] });
    const ten = endpoints.slice(0, ENDPOINTS);
    const nine = ten.slice(1);
    const nineAndOneThatHangs = [...nine, ...endpoints.slice(ENDPOINTS)];
    const drain = drainer(service, receiver);
    const bare = bareSender({ receiver, origin, trust });
    say("warming up");
    await bare(ten, 2_000);
    await drain(ten, { count: 2_000 });
    const drained = [];
    for (let round = 0; round < rounds; round += 1) {
      const limit = await bare(ten, waiting);
      const rate = await drain(ten, { count: waiting });
      say(`bare ${limit.toFixed(0)}/s   service ${rate.toFixed(0)}/s   ${(rate / limit).toFixed(2)}`);
      drained.push({ limit, rate });
    }
    const fairness = [];
    for (let round = 0; round < rounds; round += 1) {
      const without = await drain(nine, { count: (waiting * 9) / ENDPOINTS });
      const beside = await drain(nineAndOneThatHangs, { count: (waiting * 9) / ENDPOINTS });
      say(`nine alone ${without.toFixed(0)}/s   with one that hangs ${beside.toFixed(0)}/s`);
      fairness.push(beside / without);
    }
    say("one event at a time, from the commit to its arrival");
    const firstMs = await firstAttempts(service, { receiver, keep: ten.slice(0, 1), tries: quick ? 10 : 100 });
    return {
      figures: {
        drain_vs_bare: round2(median(drained.map(({ rate, limit }) => rate / limit))),
        fairness: round2(median(fairness)),
        rss_mb: Math.round(service.rssMb()),
        first_attempt_p50_ms: Math.round(median(firstMs)),
        sent_per_second: Math.round(median(drained.map(({ rate }) => rate))),
        bare_per_second: Math.round(median(drained.map(({ limit }) => limit))),
      },
      targets: {
        drain_vs_bare: /** @type {const} */ ({ rule: "at least", limit: 0.6 }),
        fairness: /** @type {const} */ ({ rule: "at least", limit: 0.9 }),
        first_attempt_p50_ms: /** @type {const} */ ({ rule: "at most", limit: 100 }),
      },
    };
  } finally {
    receiver.kill();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {import("./service.mjs").Service} service
 * @param {Child} receiver
 */
function drainer({ db }, receiver) {
  return async (/** @type {Endpoint[]} */ endpoints, /** @type {{ count: number }} */ { count }) => {
    const answering = endpoints.filter(({ path }) => path !== "/hang").length;
    const events = makeEvents(count / answering);
    await expectCount(receiver, count);
    const arrived = message(receiver);
    await fillDeliveries(db, { events, endpoints });
    const { ms } = /** @type {{ ms: number }} */ (await arrived);
    // Resets the state for the next run: ends hanging deliveries and vacuums the tables, as autovacuum would.
    // Deliveries that are being recorded are skipped, because they end on their own.
    await db.query(
      `update deliveries set status = 'failed', ended_at = now()
        where id in (select id from deliveries where status = 'waiting' for update skip locked)`,
    );
    await db.query("vacuum analyze deliveries, delivery_slots, delivery_attempts, events");
    return (1000 * count) / ms;
  };
}

/**
 * How long an event takes from its commit to the receiver when nothing else is queued.
 * @param {import("./service.mjs").Service} service
 * @param {{ receiver: Child, keep: Endpoint[], tries: number }} how
 */
async function firstAttempts(service, { receiver, keep, tries }) {
  await service.db.query("update webhook_endpoints set deleted_at = now() where id <> all($1::uuid[])", [
    keep.map(({ uuid }) => uuid),
  ]);
  const db = connect(
    { host: service.db.host, port: 5432, user: "tributary", database: "tributary", ssl: false },
    { onIdleError: () => {} },
  );
  const times = [];
  for (let index = 0; index < tries; index += 1) {
    await expectCount(receiver, 1);
    const arrived = message(receiver);
    await announceOne(db);
    const committedMs = performance.timeOrigin + performance.now();
    const { atMs } = /** @type {{ atMs: number }} */ (await arrived);
    times.push(Math.max(0, atMs - committedMs));
    // Out of step with the poll, which could otherwise deliver first.
    await sleep(100 + 37 * (index % 20));
  }
  await db.close();
  return times;
}

/** @param {{ receiver: Child, origin: string, trust: Record<string, string> }} where */
function bareSender({ receiver, origin, trust }) {
  return async (/** @type {Endpoint[]} */ endpoints, /** @type {number} */ count) => {
    const sender = fork(script("bare-sender"), { env: trust, serialization: "advanced" });
    await message(sender);
    const posts = makePosts(origin, { events: makeEvents(count / endpoints.length), endpoints });
    await expectCount(receiver, count);
    const arrived = message(receiver);
    sender.send({ posts, connections: PER_ENDPOINT * endpoints.length });
    const { ms } = /** @type {{ ms: number }} */ (await arrived);
    sender.kill();
    return (1000 * count) / ms;
  };
}

/** @param {Child} receiver @param {number} count */
async function expectCount(receiver, count) {
  const ready = message(receiver);
  receiver.send(count);
  await ready;
}

/** @param {Child} child */
async function message(child) {
  const [first] = await once(child, "message");
  return first;
}

/** @param {string} name */
function script(name) {
  return fileURLToPath(new URL(`webhooks/${name}.mjs`, import.meta.url));
}

/** @param {number} value */
function round2(value) {
  return Math.round(value * 100) / 100;
}
