import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { createServer } from "node:net";

/**
 * Above those that browsers refuse, of which 10080 is the highest, and below those that Linux gives to outgoing
 * connections and to servers that ask for any.
 */
const FIRST = 10_100;
const LAST = 32_000;

/**
 * Stays free for a program that this process starts, until this process ends.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if ((await isFree(port)) && (await reserve(port))) return port;
  }
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/**
 * With the UDP port of the same number, which nothing else uses: two processes cannot choose the same one.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function reserve(port) {
  const socket = createSocket("udp4").unref();
  return new Promise((resolve) => {
    socket.once("error", () => socket.close(() => resolve(false)));
    socket.bind({ port, address: "127.0.0.1", exclusive: true }, () => resolve(true));
  });
}
