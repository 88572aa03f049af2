// Follows links as fast as responses arrive, from a separate process. Receives its task and sends its result as
// messages.
import { converse } from "../connection.mjs";

/** @typedef {{ url: string, paths: string[], connections: number, seconds: number }} Task */
/** @typedef {{ rate: number, p50Ms: number, p99Ms: number, answers: number, notRedirected: number, ids: string[] }} Result */

process.on("message", (/** @type {Task} */ task) => {
  void follow(task).then((result) => process.send?.(result));
});

const CLICK_ID = /service_id=(clk_[0-9a-z]{26})/;

/**
 * @param {Task} task
 * @returns {Promise<Result>}
 */
async function follow({ url, paths, connections, seconds }) {
  /** @type {string[]} */
  const ids = [];
  /** @type {number[]} */
  const durations = [];
  let notRedirected = 0;
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`);
  const share = Math.max(1, Math.floor(requests.length / connections));
  const started = performance.now();
  const until = started + seconds * 1000;
  const followSome = (/** @type {number} */ connection) => {
    // Each connection has its own links, so that together they follow very many.
    const own = requests.slice((connection * share) % requests.length).slice(0, share);
    let sent = 0;
    return converse(
      new URL(url),
      () => (performance.now() < until ? own[sent++ % own.length] : undefined),
      ({ status, head, ms }) => {
        durations.push(ms);
        if (status !== 302) notRedirected += 1;
        const id = CLICK_ID.exec(head)?.[1];
        if (id !== undefined) ids.push(id);
      },
    );
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => followSome(connection)));
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
