// Sends signed webhooks to the service, or inserts the same bytes directly, from a separate process.
import { createHmac, randomUUID } from "node:crypto";
import pg from "pg";
import { converseAll } from "../connection.mjs";

/** @typedef {{ id: string, secret: string, path: string }} Connector */
/** @typedef {{ kind: "service" | "bare", count: number, connections: number, prefix: string }} Task */
/** @typedef {import("../connection.mjs").Result} Result */

const [address, connection, connector, account] = JSON.parse(process.argv[2] ?? "");
const SIZE = 4_000;

/** @param {Task} task @param {number} number */
function bodyOf({ prefix }, number) {
  const event = { type: "order.paid", external_id: `${prefix}-${number}`, amount: 49.99, currency: "EUR", note: "" };
  return JSON.stringify({ ...event, note: "x".repeat(SIZE) });
}

/** @param {Task} task @returns {Promise<Result>} */
async function toService(task) {
  const url = new URL(address);
  const seconds = Math.floor(Date.now() / 1000);
  const requests = Array.from({ length: task.count }, (_, number) => {
    const body = bodyOf(task, number);
    const signature = createHmac("sha256", connector.secret).update(`${seconds}.${body}`).digest("hex");
    const headers = `Host: ${url.host}\r\nContent-Type: application/json\r\nX-Service-Signature: t=${seconds},v1=${signature}`;
    return `POST ${connector.path} HTTP/1.1\r\n${headers}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  });
  return converseAll(url, requests, task.connections);
}

/** @type {pg.Client[]} */
let clients = [];

/** @param {Task} task @returns {Promise<Result>} */
async function bare(task) {
  if (clients.length === 0) {
    clients = Array.from({ length: task.connections }, () => new pg.Client(connection));
    await Promise.all(clients.map((client) => client.connect()));
  }
  const text = `insert into receipts (id, account_id, connector_id, dedup_key, topic, body_encrypted, received_at, due_at)
    values ($1, $2, $3, $4, 'order.paid', $5, now(), now())`;
  const bodies = Array.from({ length: task.count }, (_, number) => Buffer.from(bodyOf(task, number)));
  let next = 0;
  const begun = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let at = next++; at < bodies.length; at = next++)
        await client.query({
          name: "bare",
          text,
          values: [randomUUID(), account, connector.id, `${task.prefix}-${at}`, bodies[at]],
        });
    }),
  );
  return { ms: performance.now() - begun, durations: [], refused: 0 };
}

process.on("message", (/** @type {Task} */ task) => {
  void (task.kind === "bare" ? bare(task) : toService(task)).then((result) => process.send?.(result));
});
process.send?.("ready");
