// Follows links as fast as the answers come, from a process of its own. Told what to do and tells the result by messages.
import autocannon from "autocannon";

/** @typedef {{ url: string, paths: string[], connections: number, seconds: number }} Task */
/** @typedef {{ rate: number, p50Ms: number, p99Ms: number, answers: number, notRedirected: number, ids: string[] }} Result */

process.on("message", (/** @type {Task} */ task) => {
  void follow(task).then((result) => process.send?.(result));
});

/**
 * @param {Task} task
 * @returns {Promise<Result>}
 */
async function follow({ url, paths, connections, seconds }) {
  /** @type {string[]} */
  const ids = [];
  /** @type {number[]} */
  const durations = [];
  let clients = 0;
  let notRedirected = 0;
  const share = Math.max(1, Math.floor(paths.length / connections));
  const started = performance.now();
  await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => {
      // Each connection has links of its own, so that together they follow very many.
      const from = (clients++ * share) % paths.length;
      client.setRequests(paths.slice(from, from + share).map((path) => ({ method: "GET", path })));
      client.on("headers", ({ statusCode, headers }) => {
        if (statusCode !== 302) notRedirected += 1;
        const id = clickIdIn(headers);
        if (id) ids.push(id);
      });
      client.on("response", (_status, _bytes, duration) => durations.push(duration));
    },
  });
  const elapsed = (performance.now() - started) / 1000;
  durations.sort((a, b) => a - b);
  const quantile = (/** @type {number} */ part) => durations[Math.floor(durations.length * part)] ?? 0;
  return {
    rate: durations.length / elapsed,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    answers: durations.length,
    notRedirected,
    ids,
  };
}

/**
 * Names and values in turn.
 * @param {string[]} headers
 */
function clickIdIn(headers) {
  for (let at = 0; at < headers.length; at += 2) {
    if (headers[at]?.toLowerCase() !== "location") continue;
    return headers[at + 1]?.split("service_id=")[1];
  }
  return undefined;
}
