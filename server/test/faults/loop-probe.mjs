// Loaded into the service before its own code (NODE_OPTIONS=--import, with ?port=). Measures the longest block of the
// event loop: the CPU time that the main thread used between two runs of a timer. The scheduler reports it, so time
// spent on other processes or threads does not count.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const SCHEDULER = `/proc/self/task/${process.pid}/schedstat`;
const EVERY_MS = 1;

/** CPU time of the main thread so far. */
const cpuMs = () => Number(readFileSync(SCHEDULER, "utf8").split(" ", 1)[0]) / 1e6;

let last = cpuMs();
let longest = 0;
const look = () => {
  const now = cpuMs();
  longest = Math.max(longest, now - last);
  last = now;
};
setInterval(look, EVERY_MS).unref();

/** GET: the longest block since the last request. POST: blocks on purpose for this many milliseconds of CPU time. */
createServer((request, response) => {
  if (request.method === "POST") {
    const end = cpuMs() + Number(request.url?.slice(1));
    while (cpuMs() < end);
    response.end();
    return;
  }
  look();
  response.end(String(longest));
  longest = 0;
})
  .listen(Number(new URL(import.meta.url).searchParams.get("port")), "127.0.0.1")
  .unref();
