import { execFileSync, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { followLinks, missingClicks } from "./clicks/follow.mjs";
import { makeLinks } from "./clicks/world.mjs";
import { answer, median, round } from "./measure.mjs";
import { startService } from "./service.mjs";

export const about =
  "redirects of two processes compared with one, with the database on the same machine, and while it does not respond";

const BARE = fileURLToPath(new URL("./clicks/bare-server.mjs", import.meta.url));
const REPLAY_MS = 200;

/** @param {import("./main.mjs").Options} options */
export async function run({ quick, say }) {
  const { rounds, seconds, outageSeconds } = quick
    ? { rounds: 2, seconds: 3, outageSeconds: 6 }
    : { rounds: 5, seconds: 6, outageSeconds: 60 };
  const bares = [fork(BARE), fork(BARE, ["2"])];
  const bareUrls = (await Promise.all(bares.map(answer))).map((port) => `http://127.0.0.1:${port}`);
  const env = { CLICK_JOURNAL_MB: "4000" };
  const one = await startService(env);
  const two = await startService({ ...env, PROCESSES: "2" });
  try {
    const [onePaths, twoPaths] = [await makeLinks(one.db), await makeLinks(two.db)];
    const runs = [
      { name: "bare 1", url: bareUrls[0] ?? "", paths: onePaths },
      { name: "bare 2", url: bareUrls[1] ?? "", paths: onePaths },
      { name: "one", url: one.address, paths: onePaths },
      { name: "two", url: two.address, paths: twoPaths },
    ];
    for (const each of runs) await followLinks({ ...each, seconds: 3 });
    /** @type {Record<string, number>[]} */
    const measured = [];
    /** @type {Record<string, string[]>} */
    const ids = { "bare 1": [], "bare 2": [], one: [], two: [] };
    for (let count = 0; count < rounds; count += 1) {
      /** @type {Record<string, number>} */
      const rates = {};
      // Forwards, then backwards, so that none is always first.
      for (const each of count % 2 === 0 ? runs : runs.toReversed()) {
        const result = await followLinks({ ...each, seconds });
        rates[each.name] = result.rate;
        ids[each.name] = (ids[each.name] ?? []).concat(result.ids);
        say(`${each.name.padEnd(8)}${result.rate.toFixed(0).padStart(7)}/s   p99 ${result.p99Ms.toFixed(1)} ms`);
      }
      measured.push(rates);
    }
    const ratio = (/** @type {string} */ a, /** @type {string} */ b) =>
      round(median(measured.map((rates) => (rates[a] ?? 0) / (rates[b] ?? 1))));
    say(`the database does not respond for ${outageSeconds} seconds`);
    const outages = [
      await outage(one, onePaths, { seconds: outageSeconds, say }),
      await outage(two, twoPaths, { seconds: outageSeconds, say }),
    ];
    const [ofOne, ofTwo] = outages;
    const missing =
      (await missingClicks(one.db, [...(ids["one"] ?? []), ...(ofOne?.ids ?? [])])) +
      (await missingClicks(two.db, [...(ids["two"] ?? []), ...(ofTwo?.ids ?? [])]));
    return {
      figures: {
        two_vs_one: ratio("two", "one"),
        bare_two_vs_one: ratio("bare 2", "bare 1"),
        outage_two_vs_one: round((ofTwo?.rate ?? 0) / (ofOne?.rate ?? 1)),
        answers_without_click: outages.reduce((sum, { answers, ids: found }) => sum + answers - found.length, 0),
        clicks_missing: missing,
        outage_clicks: outages.reduce((sum, { ids: found }) => sum + found.length, 0),
      },
      targets: {
        answers_without_click: { rule: /** @type {const} */ ("at most"), limit: 0 },
        clicks_missing: { rule: /** @type {const} */ ("at most"), limit: 0 },
      },
    };
  } finally {
    for (const bare of bares) bare.kill();
    await one.stop();
    await two.stop();
  }
}

/**
 * Stops all processes of PostgreSQL, so that every click goes to the journal, and waits until it is replayed.
 * @param {import("./service.mjs").Service} service
 * @param {string[]} paths
 * @param {{ seconds: number, say: (text: string) => void }} options
 */
async function outage({ address, dataDir }, paths, { seconds, say }) {
  const postmaster = Number(readFileSync(join(dataDir, "postgres/pg18/postmaster.pid"), "utf8").split("\n")[0]);
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).split("\n");
  const backends = rows.map((row) => row.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === postmaster);
  const pids = [postmaster, ...backends.map(([pid = 0]) => pid)];
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  let result;
  try {
    result = await followLinks({ url: address, paths, seconds });
  } finally {
    for (const pid of pids) process.kill(pid, "SIGCONT");
  }
  say(`${result.rate.toFixed(0)}/s   p99 ${result.p99Ms.toFixed(1)} ms   ${result.ids.length} clicks`);
  for (;;) {
    const figures = await (await fetch(`${address}/metrics`)).text();
    if (/^tributary_click_journal_bytes 0$/m.test(figures)) return result;
    await sleep(REPLAY_MS);
  }
}
