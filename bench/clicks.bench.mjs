import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { followLinks, missingClicks } from "./clicks/follow.mjs";
import { ageLog, fillClicks, makeLinks } from "./clicks/world.mjs";
import { answer, median, round } from "./measure.mjs";
import { startService } from "./service.mjs";

export const about =
  "redirects of one process compared with a bare node:http server, with no clicks and with five million";

/**
 * All servers run throughout and are measured in turn, so that other load on the machine affects all equally. Ratios
 * are taken within each round, and the median of the rounds counts.
 * @param {import("./main.mjs").Options} options
 */
export async function run({ quick, say }) {
  const { rounds, seconds, stored } = quick
    ? { rounds: 2, seconds: 3, stored: 100_000 }
    : { rounds: 7, seconds: 6, stored: 5_000_000 };
  const bare = fork(script("bare-server"));
  const bareUrl = `http://127.0.0.1:${await answer(bare)}`;
  const empty = await startService();
  const full = await startService();
  try {
    const [emptyPaths, fullPaths] = [await makeLinks(empty.db), await makeLinks(full.db)];
    say(`storing ${stored} clicks`);
    await fillClicks(full.db, stored);
    for (const { db } of [empty, full]) await ageLog(db);
    const runs = [
      { name: "bare", url: bareUrl, paths: emptyPaths },
      { name: "empty", url: empty.address, paths: emptyPaths },
      { name: "full", url: full.address, paths: fullPaths },
    ];
    for (const each of runs) await followLinks({ ...each, seconds: 3 });
    /** @type {Record<string, Awaited<ReturnType<typeof followLinks>>>[]} */
    const measured = [];
    for (let round = 0; round < rounds; round += 1) {
      /** @type {Record<string, Awaited<ReturnType<typeof followLinks>>>} */
      const results = {};
      // Forwards, then backwards, so that none is always first.
      for (const each of round % 2 === 0 ? runs : runs.toReversed()) {
        const result = await followLinks({ ...each, seconds });
        results[each.name] = result;
        say(
          `${each.name.padEnd(6)}${result.rate.toFixed(0).padStart(7)}/s   p50 ${result.p50Ms.toFixed(1)} ms   p99 ${result.p99Ms.toFixed(1)} ms`,
        );
      }
      measured.push(results);
    }
    const rssMb = Math.max(empty.rssMb(), full.rssMb());
    const missing =
      (await missingClicks(empty.db, idsOf(measured, "empty"))) +
      (await missingClicks(full.db, idsOf(measured, "full")));
    const ratio = (/** @type {(results: typeof measured[0]) => number} */ of) => round(median(measured.map(of)));
    return {
      figures: {
        redirect_vs_bare: ratio((of) => rate(of, "empty") / rate(of, "bare")),
        p99_vs_bare: ratio((of) => p99(of, "empty") / p99(of, "bare")),
        redirect_full_vs_empty: ratio((of) => rate(of, "full") / rate(of, "empty")),
        clicks_missing: missing,
        clicks_checked: idsOf(measured, "empty").length + idsOf(measured, "full").length,
        answers_without_click: withoutClick(measured),
        rss_mb: Math.round(rssMb),
        redirects_per_second: Math.round(median(measured.map((of) => rate(of, "empty")))),
        bare_per_second: Math.round(median(measured.map((of) => rate(of, "bare")))),
      },
      targets: {
        redirect_vs_bare: { rule: "at least", limit: 0.7 },
        p99_vs_bare: { rule: "at most", limit: 2 },
        redirect_full_vs_empty: { rule: "at least", limit: 0.85 },
        clicks_missing: { rule: "at most", limit: 0 },
        rss_mb: { rule: "at most", limit: 250 },
      },
    };
  } finally {
    bare.kill();
    await empty.stop();
    await full.stop();
  }
}

/** @typedef {Record<string, import("./clicks/client.mjs").Result>} Results */
/** @param {Results[]} measured @param {string} name */
const idsOf = (measured, name) => measured.flatMap((results) => results[name]?.ids ?? []);
/** @param {Results[]} measured */
const withoutClick = (measured) =>
  measured.reduce(
    (sum, { empty, full }) =>
      sum + (empty ? empty.answers - empty.ids.length : 0) + (full ? full.answers - full.ids.length : 0),
    0,
  );
/** @param {Results} results @param {string} name */
const rate = (results, name) => results[name]?.rate ?? 0;
/** @param {Results} results @param {string} name */
const p99 = (results, name) => results[name]?.p99Ms ?? 0;
/** @param {string} name */
const script = (name) => fileURLToPath(new URL(`./clicks/${name}.mjs`, import.meta.url));
