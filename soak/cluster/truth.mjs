// Compares what `/readyz` said with the database machines. Pure, so that tests can show that a wrong response is found.

/** @typedef {import("./watch.mjs").Reading} Reading */
/** @typedef {import("./watch.mjs").Sweep} Sweep */

/**
 * The times at which certainly no machine accepted writes: between the end of the first and the start of the last of
 * consecutive sweeps without one.
 * @param {readonly Sweep[]} sweeps
 * @returns {import("../compare.mjs").Outage[]}
 */
export function darkTimes(sweeps) {
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
 * Responses that said "ready" although no machine accepted writes from the request to the response.
 * @param {readonly Reading[]} readings
 * @param {readonly import("../compare.mjs").Outage[]} dark
 */
export const lies = (readings, dark) =>
  readings.filter(
    ({ isReady, sentMs, answeredMs }) =>
      isReady && dark.some(({ fromMs, toMs }) => sentMs >= fromMs && answeredMs <= toMs),
  );

/**
 * Dark times that `/readyz` was asked in and never reported.
 * @param {readonly Reading[]} readings
 * @param {readonly import("../compare.mjs").Outage[]} dark
 */
export const unreported = (readings, dark) =>
  dark.filter(({ fromMs, toMs }) => {
    const during = readings.filter(({ sentMs, answeredMs }) => sentMs >= fromMs && answeredMs <= toMs);
    return during.length > 0 && during.every(({ isReady }) => isReady);
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
