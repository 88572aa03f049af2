// The load's HTTP client. Without a response it cannot know what happened, so it reports that and the caller decides.
import { Agent, request } from "node:http";

const TIMEOUT_MS = 60_000;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * @typedef {object} Asked
 * @property {string} [method]
 * @property {string} path
 * @property {string} [key] an API key
 * @property {string} [cookie] of a session
 * @property {object} [body]
 */
/**
 * @typedef {object} Response
 * @property {number} status
 * @property {import("node:http").IncomingHttpHeaders} headers
 * @property {any} body
 * @property {number} sentMs
 * @property {number} answeredMs
 */
/** @typedef {Response | "none" | "hung"} Answer "none": the connection failed. "hung": there was no response for a minute. */

/**
 * @param {string} address
 * @param {Asked} asked
 * @returns {Promise<Answer>}
 */
export function send(address, { method = "POST", path, key, cookie, body }) {
  const sentMs = Date.now();
  const text = body === undefined ? "" : JSON.stringify(body);
  const headers = {
    ...(body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(cookie === undefined ? {} : { cookie, "sec-fetch-site": "same-origin" }),
  };
  return new Promise((resolve) => {
    const sent = request(`${address}${path}`, { method, headers, agent }, (response) => {
      const { statusCode: status = 0, headers: received } = response;
      const whole = (/** @type {string} */ content) =>
        resolve({ status, headers: received, body: parsed(content), sentMs, answeredMs: Date.now() });
      // A redirected visitor is gone once the headers have arrived, whatever happens to the connection.
      if (status === 302) whole("");
      let content = "";
      response.setEncoding("utf8").on("data", (chunk) => (content += chunk));
      response.on("end", () => whole(content));
      response.on("error", () => resolve("none"));
    });
    sent.setTimeout(TIMEOUT_MS, () => {
      resolve("hung");
      sent.destroy();
    });
    sent.on("error", () => resolve("none"));
    sent.end(text);
  });
}

export const hangUp = () => agent.destroy();

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
