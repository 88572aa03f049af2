// A shop's process with an outbox. Its orders are given as JSON lines; it prints one line per event.
import { createTributary } from "tributary-sdk";

const { TRIBUTARY_URL, TRIBUTARY_KEY, OUTBOX, ORDERS = "[]", REFUNDS = "[]", THEN = "close" } = process.env;
// Requests really go here: to an address where nothing listens, they fail as if Tributary were unavailable.
const { SENT_TO = TRIBUTARY_URL } = process.env;
const say = (...words) => process.stdout.write(`${words.join(" ")}\n`);
const tributary = createTributary({
  baseUrl: TRIBUTARY_URL,
  apiKey: TRIBUTARY_KEY,
  fetch: (url, init) => fetch(url.replace(TRIBUTARY_URL, SENT_TO), init),
  outbox: {
    directory: OUTBOX,
    onSent: ({ call }) => say("sent", call.body.external_id),
    onFailed: ({ call, error }) => say("failed", call.body.external_id, error.code),
    onProblem: (problem) => say("problem", problem.message),
  },
});

async function tell(promise, id) {
  try {
    const { queued } = await promise;
    say(queued ? "queued" : "recorded", id);
  } catch (error) {
    say("refused", id, error.code);
  }
}

for (const order of JSON.parse(ORDERS)) await tell(tributary.conversions.track(order), order.external_id);
for (const refund of JSON.parse(REFUNDS)) await tell(tributary.refunds.recordForOrder(refund), refund.external_id);
if (THEN === "flush") {
  const { pending } = await tributary.outbox.flush();
  say("pending", pending);
}
// A shop that serves requests runs on; the outbox alone does not keep a process alive.
if (THEN === "stay") setInterval(() => {}, 60_000);
else if (THEN !== "exit") await tributary.outbox.close();
