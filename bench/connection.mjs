// A minimal HTTP client for benchmarks. A general client uses as much CPU as the server it measures, and more for
// larger responses, so half of the result would be about the client.
import { connect } from "node:net";

const HEAD_END = "\r\n\r\n";

/** @typedef {{ status: number, head: string, ms: number }} Answer */

/**
 * Sends the request that `next` returns, waits for its response, and repeats until there are no more.
 * @param {URL} url
 * @param {() => string | undefined} next a whole request, of plain ASCII
 * @param {(answer: Answer) => void} onAnswer
 * @returns {Promise<void>}
 */
export function converse({ hostname, port }, next, onAnswer) {
  let received = "";
  let sentAt = 0;
  let isDone = false;
  return new Promise((resolve, reject) => {
    const send = () => {
      const request = next();
      sentAt = performance.now();
      isDone = request === undefined;
      if (request === undefined) socket.end();
      else socket.write(request, "latin1");
    };
    const take = () => {
      const headLength = received.indexOf(HEAD_END) + HEAD_END.length;
      if (headLength < HEAD_END.length || received.length < headLength + bodyLength(received)) return;
      onAnswer({
        status: Number(received.slice(9, 12)),
        head: received.slice(0, headLength),
        ms: performance.now() - sentAt,
      });
      received = "";
      send();
    };
    const socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer: Buffer.alloc(65_536),
        callback: (length, buffer) => {
          received += Buffer.from(buffer.buffer, buffer.byteOffset, length).toString("latin1");
          take();
          return true;
        },
      },
    });
    socket.once("connect", send);
    socket.once("error", reject);
    socket.once("close", () => (isDone ? resolve() : reject(new Error("A connection closed before its response."))));
  });
}

/** @typedef {{ ms: number, durations: number[], refused: number }} Result */

/**
 * Sends all requests as fast as responses arrive.
 * @param {URL} url
 * @param {readonly string[]} requests
 * @param {number} connections
 * @returns {Promise<Result>}
 */
export async function converseAll(url, requests, connections) {
  /** @type {number[]} */
  const durations = [];
  let next = 0;
  let refused = 0;
  const begun = performance.now();
  const one = () =>
    converse(
      url,
      () => requests[next++],
      ({ status, ms }) => {
        durations.push(ms);
        if (status !== 200) refused += 1;
      },
    );
  await Promise.all(Array.from({ length: connections }, one));
  return { ms: performance.now() - begun, durations, refused };
}

/** @param {string} head */
function bodyLength(head) {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error("A response has no length.");
  return Number(length);
}
