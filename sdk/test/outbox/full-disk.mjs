// A shop on a full disk. Its first order fails from the outbox's first step on, the next from the second, and so on until
// one needs no more steps. Prints one line per order.
import { createTributary } from "tributary-sdk";
import { failFrom } from "./dying.mjs";

const { TRIBUTARY_URL, TRIBUTARY_KEY, OUTBOX, ORDER } = process.env;

async function orderFrom(step) {
  failFrom(step);
  const problems = [];
  const outbox = { directory: OUTBOX, onProblem: (problem) => problems.push(problem.message) };
  const tributary = createTributary({ baseUrl: TRIBUTARY_URL, apiKey: TRIBUTARY_KEY, outbox });
  const order = { ...JSON.parse(ORDER), external_id: `full ${step}` };
  const { queued } = await tributary.conversions.track(order);
  // Rejects if there was no space for the directory itself.
  await tributary.outbox.close().catch(() => {});
  const how = problems.length > 0 ? "sent directly" : "stored";
  process.stdout.write(`${queued ? "queued" : "recorded"} ${order.external_id}, ${how}\n`);
  return how;
}

for (let step = 1; step < 60; step += 1) if ((await orderFrom(step)) === "stored") break;
