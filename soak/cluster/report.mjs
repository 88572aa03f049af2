// The checks and the table at the end of a run.
import { setTimeout as sleep } from "node:timers/promises";
import { dataChecksOf, none } from "../checks.mjs";
import { readDatabase, waiting } from "../found.mjs";
import { backAt, falseReady, outagesOf, possibleOutagesOf, unexplained, unreported } from "./truth.mjs";
import { seconds } from "./watch.mjs";

/** A killed machine's deliveries stay leased for a minute, and the last retries take less than another one. */
const DRAIN_MS = 600_000;
const DRAIN_POLL_MS = 500;

/** @typedef {() => Promise<import("pg").ClientConfig>} Find */
/** @typedef {Awaited<ReturnType<typeof reportOf>>} Report */

/**
 * @param {Find} connection
 * @returns {Promise<number>} how much is left after the time limit
 */
export async function drained(connection) {
  const endMs = Date.now() + DRAIN_MS;
  for (;;) {
    const left = await waiting(await connection());
    if (left === 0 || Date.now() > endMs) return left;
    await sleep(DRAIN_POLL_MS);
  }
}

/**
 * @param {object} run
 * @param {import("./app-machine.mjs").AppMachine} run.app
 * @param {import("./cluster.mjs").Cluster} run.cluster
 * @param {import("./timed-record.mjs").TimedRecord} run.record
 * @param {import("../receiver.mjs").Receiver} run.receiver
 * @param {readonly import("./watch.mjs").Round[]} run.rounds
 * @param {number} run.stillWaiting
 * @param {import("./watch.mjs").Watch} run.watch
 */
export async function reportOf({ app, cluster, record, receiver, rounds, stillWaiting, watch }) {
  const found = await readDatabase(await cluster.connection());
  const { received } = receiver;
  const verified = await app.verify();
  const outages = outagesOf(watch.sweeps);
  const installation = { outages: [...app.outages, ...possibleOutagesOf(watch.sweeps)], ends: app.exits() };
  const at = (/** @type {number} */ ms) => new Date(ms).toISOString();
  const orders = [...record.orders.values()];
  const changes = [...record.changes.values()].reduce((sum, each) => sum + each.acknowledged, 0);
  return {
    rows: rounds.map((round) => rowOf(round, record, watch)),
    figures: {
      "orders acknowledged": orders.filter(({ isAcknowledged }) => isAcknowledged).length,
      "clicks with an ID": record.clicks.length,
      "clicks kept on disk and replayed": rounds.reduce((sum, { journaled }) => sum + journaled, 0),
      "approvals, rejections and payout results acknowledged": changes,
      "payout batches acknowledged": record.batches.length,
      payouts: found.payouts,
      "events that arrived": received.size,
      "webhooks that arrived": receiver.requests,
      "responses 503": record.failures.length,
      "checks of `/readyz`": watch.readings.length,
      "outages without a fault": unexplained(outages, app.outages).length,
    },
    checks: [
      ...dataChecksOf({ record, found, received, installation, stillWaiting, verified }),
      none(
        "redirects without a click ID",
        Array.from({ length: record.figures.untracked }, () => ""),
      ),
      none(
        "`/readyz` was 200 while no machine accepted writes",
        falseReady(watch.readings, outages).map(({ answeredMs }) => at(answeredMs)),
      ),
      none(
        "outages that `/readyz` did not report",
        unreported(watch.readings, outages).map(({ fromMs }) => at(fromMs)),
      ),
    ],
  };
}

/**
 * @param {import("./watch.mjs").Round} round
 * @param {import("./timed-record.mjs").TimedRecord} record
 * @param {import("./watch.mjs").Watch} watch
 */
function rowOf(round, record, { readings }) {
  const { faultMs, recoveredMs, wholeMs } = round;
  const refused = readings.filter(
    ({ isReady, answeredMs }) => !isReady && answeredMs >= faultMs && answeredMs <= wholeMs,
  );
  const after = (/** @type {number | undefined} */ ms) => (ms === undefined ? "–" : String(seconds(ms - faultMs)));
  return {
    fault: round.name,
    primary: `${round.primary} → ${round.next}`,
    "`/readyz` 503 from": after(refused[0]?.answeredMs),
    to: after(refused.at(-1)?.answeredMs),
    "orders again after": after(backAt(record.acknowledgedMs, { fromMs: faultMs, toMs: recoveredMs })),
    "clicks kept on disk": String(round.journaled),
    "all replayed after": after(recoveredMs),
    "three machines after": after(wholeMs),
  };
}

/**
 * @param {Report} report
 * @param {{ hosts: boolean }} options
 * @param {(text: string) => void} say
 * @returns {number} the exit code
 */
export function print({ rows, figures, checks }, { hosts }, say) {
  const wrong = checks.filter(({ value, limit }) => value > limit);
  const line = (/** @type {readonly (string | number)[]} */ cells) => console.log(`| ${cells.join(" | ")} |`);
  const heads = Object.keys(rows[0] ?? {});
  console.log(`${hosts ? "All hosts in DATABASE_URL" : "Behind HAProxy"}; times in seconds after the fault\n`);
  line(heads);
  line(heads.map(() => "---"));
  for (const row of rows) line(Object.values(row));
  console.log("");
  line(["figure", "", ""]);
  line(["---", "---", "---"]);
  for (const [name, value] of Object.entries(figures)) line([name, value, ""]);
  for (const check of checks) line([check.name, check.value, wrong.includes(check) ? "WRONG" : "ok"]);
  for (const { name, examples } of wrong) say(`WRONG: ${name}\n  ${examples.join("\n  ")}`);
  return wrong.length > 0 ? 1 : 0;
}
