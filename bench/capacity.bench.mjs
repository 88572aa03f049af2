import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { followLinks } from "./clicks/follow.mjs";
import { makeLinks } from "./clicks/world.mjs";
import { cpuOf, cpuSince } from "./cpu.mjs";
import { makeHistory } from "./history.mjs";
import { answer, median } from "./measure.mjs";
import { startService } from "./service.mjs";

export const about = "CPU time of a click, an order and a read, in the service and in PostgreSQL";

const CLIENT = fileURLToPath(new URL("./api/client.mjs", import.meta.url));
const CONNECTIONS = 32;
const CALLS_OF_A_KEY = 100;

/**
 * What docs/scale.md calculates with.
 * @param {import("./main.mjs").Options} options
 */
export async function run({ quick, say }) {
  const { rounds, seconds, calls } = quick
    ? { rounds: 2, seconds: 2, calls: 500 }
    : { rounds: 5, seconds: 5, calls: 3_000 };
  const clicks = await startService();
  const api = await startService();
  const client = fork(CLIENT);
  try {
    const paths = await makeLinks(clicks.db);
    const { keys, links } = await makeHistory(api.db, { conversions: 10_000, clicks: 100_000 });
    let sent = 0;
    /** @param {(link: import("./history.mjs").History["links"][0], n: number) => import("./api/client.mjs").Call} call */
    const send = async (call) => {
      const from = sent;
      sent += calls;
      const chosen = Array.from({ length: calls }, (_, n) => {
        const link = links[((from + n) * 31) % links.length];
        if (!link) throw new Error("There are no links.");
        return call(link, from + n);
      });
      const own = keys.slice(from / CALLS_OF_A_KEY, sent / CALLS_OF_A_KEY);
      client.send({ address: api.address, keys: own, calls: chosen, connections: CONNECTIONS });
      /** @type {import("./api/client.mjs").Result} */
      const { refused } = await answer(client);
      if (refused > 0) throw new Error(`${refused} requests were rejected.`);
      return calls;
    };
    const work = {
      click: { service: clicks, run: async () => (await followLinks({ url: clicks.address, paths, seconds })).answers },
      order: {
        service: api,
        run: () =>
          send(({ campaignId, code }, n) => ({
            method: "POST",
            path: "/v1/conversions",
            body: JSON.stringify({
              campaign_id: campaignId,
              affiliate_code: code,
              external_id: `capacity-${n}`,
              amount: 49.99,
              currency: "EUR",
            }),
          })),
      },
      read: {
        service: api,
        run: () => send(({ campaignId }) => ({ method: "GET", path: `/v1/campaigns/${campaignId}/conversions` })),
      },
    };
    // The first round warms up.
    for (const each of Object.values(work)) await each.run();
    /** @type {Record<string, number>} */
    const figures = {};
    for (const [name, each] of Object.entries(work)) {
      const used = await cpuOfEach(each, rounds);
      say(`${name.padEnd(8)}service ${used.service} µs   database ${used.database} µs`);
      figures[`${name}_service_us`] = used.service;
      figures[`${name}_database_us`] = used.database;
    }
    return { figures, targets: {} };
  } finally {
    client.kill();
    await clicks.stop();
    await api.stop();
  }
}

/**
 * In microseconds, the median of the rounds.
 * @param {{ service: import("./service.mjs").Service, run: () => Promise<number> }} work
 * @param {number} rounds
 */
async function cpuOfEach({ service, run: once }, rounds) {
  const measured = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = cpuOf(service, process.pid);
    const times = await once();
    const used = cpuSince(before, cpuOf(service, process.pid), times);
    if (!used) throw new Error("This system does not tell the CPU time of a process.");
    measured.push(used);
  }
  return {
    service: Math.round(median(measured.map((used) => used.service))),
    database: Math.round(median(measured.map((used) => used.database))),
  };
}
