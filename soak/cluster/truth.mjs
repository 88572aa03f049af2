// Compares what `/readyz` said with the database machines. Pure, so that tests can show that a wrong response is found.

/** A successful check of `/readyz` counts for a second. */
export const FRESH_MS = 1_000;
/** Failed processes try to connect all the time, and a host that does not respond takes two seconds. */
const CONNECTED_MS = 3_000;

/** @typedef {import("./watch.mjs").Reading} Reading */
/** @typedef {import("./watch.mjs").Sweep} Sweep */

/**
 * The times in which certainly no machine accepted writes: between the end of the first and the start of the last of
 * consecutive sweeps without one.
 * @param {readonly Sweep[]} sweeps
 * @returns {import("../compare.mjs").Outage[]}
 */
export function outagesOf(sweeps) {
  /** @type {import("../compare.mjs").Outage[]} */
  const times = [];
  /** @type {Sweep | undefined} */
  let first;
  for (const sweep of sweeps) {
    if (sweep.isWritable) first = undefined;
    else if (first === undefined) {
      first = sweep;
      times.push({ fromMs: sweep.toMs, toMs: sweep.toMs });
    } else times.splice(-1, 1, { fromMs: first.toMs, toMs: sweep.fromMs });
  }
  return times.filter(({ fromMs, toMs }) => toMs > fromMs);
}

/**
 * The times in which requests may have failed for lack of a database: from the last sweep that found one to the first
 * that did again, and until every process has connected.
 * @param {readonly Sweep[]} sweeps
 * @returns {import("../compare.mjs").Outage[]}
 */
export function possibleOutagesOf(sweeps) {
  return sweeps.flatMap(({ isWritable, fromMs, toMs }, at) => {
    if (isWritable) return [];
    const next = sweeps.slice(at).find((sweep) => sweep.isWritable);
    return [{ fromMs: sweeps[at - 1]?.fromMs ?? fromMs, toMs: (next?.toMs ?? toMs) + CONNECTED_MS }];
  });
}

/**
 * Outages that began while no fault was being recovered from, for example because the machine was too busy for etcd.
 * @param {readonly import("../compare.mjs").Outage[]} found
 * @param {readonly import("../compare.mjs").Outage[]} caused
 */
export const unexplained = (found, caused) =>
  found.filter(({ fromMs }) => !caused.some((each) => fromMs >= each.fromMs && fromMs <= each.toMs));

/**
 * The readings that were taken completely within an outage, and that no earlier success excuses.
 * @param {readonly Reading[]} readings
 * @param {import("../compare.mjs").Outage} outage
 */
const during = (readings, { fromMs, toMs }) =>
  readings.filter(({ sentMs, answeredMs }) => sentMs >= fromMs + FRESH_MS && answeredMs <= toMs);

/**
 * Responses that said "ready" although no machine accepted writes.
 * @param {readonly Reading[]} readings
 * @param {readonly import("../compare.mjs").Outage[]} outages
 */
export const falseReady = (readings, outages) =>
  outages.flatMap((outage) => during(readings, outage).filter(({ isReady }) => isReady));

/**
 * Outages in which `/readyz` was asked and never reported them.
 * @param {readonly Reading[]} readings
 * @param {readonly import("../compare.mjs").Outage[]} outages
 */
export const unreported = (readings, outages) =>
  outages.filter((outage) => {
    const asked = during(readings, outage);
    return asked.length > 0 && asked.every(({ isReady }) => isReady);
  });

/**
 * When orders were acknowledged again: the end of the longest pause that overlaps the outage.
 * @param {readonly number[]} acknowledgedMs
 * @param {import("../compare.mjs").Outage} outage
 */
export function backAt(acknowledgedMs, { fromMs, toMs }) {
  let longest = { ms: 0, endMs: fromMs };
  for (const [at, endMs] of acknowledgedMs.entries()) {
    const startMs = acknowledgedMs[at - 1] ?? fromMs;
    if (endMs < fromMs || startMs > toMs) continue;
    if (endMs - startMs > longest.ms) longest = { ms: endMs - startMs, endMs };
  }
  return longest.endMs;
}
