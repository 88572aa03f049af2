// Sends requests to the service as fast as the answers come, from a process of its own.
import { Pool } from "undici";

/** @typedef {{ method: "GET" | "POST", path: string, body?: string }} Call */
/** @typedef {{ address: string, keys: string[], calls: Call[], connections: number }} Task */
/** @typedef {{ ms: number, durations: number[], refused: number }} Result */

/** A key lets a hundred requests a minute through. */
const CALLS_OF_A_KEY = 100;

process.on("message", (/** @type {Task} */ task) => void send(task).then((result) => process.send?.(result)));

/**
 * @param {Task} task
 * @returns {Promise<Result>}
 */
async function send({ address, keys, calls, connections }) {
  const pool = new Pool(address, { connections, pipelining: 1 });
  /** @type {number[]} */
  const durations = [];
  let next = 0;
  let refused = 0;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let at = next++; at < calls.length; at = next++) {
        const call = calls[at];
        const key = keys[Math.floor(at / CALLS_OF_A_KEY)];
        if (!call || !key) throw new Error("There are not enough keys for so many calls.");
        const started = performance.now();
        const { statusCode, body } = await pool.request({
          method: call.method,
          path: call.path,
          headers: {
            authorization: `Bearer ${key}`,
            ...(call.body === undefined ? {} : { "content-type": "application/json" }),
          },
          ...(call.body === undefined ? {} : { body: call.body }),
        });
        await body.dump();
        if (statusCode !== 200) refused += 1;
        durations.push(performance.now() - started);
      }
    }),
  );
  const ms = performance.now() - begun;
  await pool.close();
  return { ms, durations, refused };
}
