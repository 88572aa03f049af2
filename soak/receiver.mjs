// The merchants' webhook receiver: records every delivery, and fails some so that they are retried.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";

/** The address in the certificate. */
export const RECEIVER_HOST = "127.0.0.10";
const FAILS_EVERY = 50;

/**
 * @typedef {object} Received
 * @property {string} type
 * @property {string} subject the conversion or the payout
 * @property {Set<string>} digests of the bodies that came with this id
 * @property {number} times
 */

export class Receiver {
  /** By the path and the id of the event. @type {Map<string, Received>} */
  received = new Map();
  requests = 0;
  #server;

  /** @param {string} folder of the certificate */
  constructor(folder) {
    const tls = { key: readFileSync(`${folder}/receiver.key`), cert: readFileSync(`${folder}/receiver.pem`) };
    this.#server = createServer(tls, (request, response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      request.on("data", (chunk) => chunks.push(chunk));
      request.on("error", () => {});
      request.on("end", () => {
        this.requests += 1;
        const isRefused = this.requests % FAILS_EVERY === 0;
        if (!isRefused) this.#keep(`${request.url}`, String(request.headers["webhook-id"]), Buffer.concat(chunks));
        response.writeHead(isRefused ? 500 : 204).end();
      });
    });
  }

  /** @returns {Promise<string>} the origin */
  async open() {
    await new Promise((resolve) => this.#server.listen(0, RECEIVER_HOST, () => resolve(undefined)));
    const address = this.#server.address();
    return `https://${RECEIVER_HOST}:${typeof address === "object" && address ? address.port : 0}`;
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** @param {string} path @param {string} id @param {Buffer} body */
  #keep(path, id, body) {
    const key = `${path} ${id}`;
    const { type, data } = JSON.parse(body.toString("utf8"));
    const known = this.received.get(key) ?? {
      type,
      subject: data.id ?? data.payout_id,
      digests: new Set(),
      times: 0,
    };
    known.digests.add(createHash("sha256").update(body).digest("hex"));
    known.times += 1;
    this.received.set(key, known);
  }
}
