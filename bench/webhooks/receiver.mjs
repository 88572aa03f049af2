// An https receiver in a separate process: responds with 204 immediately, except at /hang, where it never responds.
// Given a number of requests to wait for, it reports the time from the first to the last, and when the last arrived.
import { readFileSync } from "node:fs";
import { createServer } from "node:https";

const [, , folder = ""] = process.argv;
const options = { key: readFileSync(`${folder}/receiver.key`), cert: readFileSync(`${folder}/receiver.pem`) };

let expected = 0;
let received = 0;
let startedMs = 0;
const server = createServer(options, (request, response) => {
  request.resume();
  if (request.url === "/hang") return;
  request.on("end", () => {
    response.writeHead(204).end();
    if (received === 0) startedMs = performance.now();
    received += 1;
    if (received === expected)
      process.send?.({ ms: performance.now() - startedMs, atMs: performance.timeOrigin + performance.now() });
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.10", () => {
  const address = server.address();
  process.send?.(typeof address === "object" && address ? address.port : 0);
});
process.on("message", (count) => {
  expected = Number(count);
  received = 0;
  process.send?.("ready");
});
