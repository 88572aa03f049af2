// Sends requests to the service as fast as responses arrive, from a separate process.
import { converseAll } from "../connection.mjs";

/** @typedef {{ method: "GET" | "POST", path: string, body?: string }} Call */
/** @typedef {{ address: string, keys: string[], calls: Call[], connections: number }} Task */
/** @typedef {import("../connection.mjs").Result} Result */

/** The rate limit of a key: 100 requests a minute. */
const CALLS_OF_A_KEY = 100;

process.on("message", (/** @type {Task} */ task) => void send(task).then((result) => process.send?.(result)));

/**
 * @param {Task} task
 * @returns {Promise<Result>}
 */
function send({ address, keys, calls, connections }) {
  const url = new URL(address);
  const requests = calls.map((call, at) => requestOf(url, call, keys[Math.floor(at / CALLS_OF_A_KEY)]));
  return converseAll(url, requests, connections);
}

/**
 * @param {URL} url
 * @param {Call} call
 * @param {string | undefined} key
 */
function requestOf({ host }, { method, path, body }, key) {
  if (key === undefined) throw new Error("There are not enough keys for this many requests.");
  const start = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n`;
  if (body === undefined) return `${start}\r\n`;
  return `${start}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
