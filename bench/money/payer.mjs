// A process that pays a batch part by part on request, and reports each part's duration and its own memory use.
import { newBatch } from "../../server/dist/usecases/payouts/create-batch.js";
import { advanceBatch } from "../../server/dist/usecases/payouts/advance-batch.js";
import { insertBatch } from "../../server/dist/store/payouts/payout-batches.js";
import { parseCurrency } from "../../server/dist/domain/values/currency.js";
import { servicesOn } from "./services.mjs";

const [service, accountId] = JSON.parse(process.argv[2] ?? "");
const services = servicesOn(service, 4);
const context = { ...services, accountId, actor: "system", origin: null, role: /** @type {const} */ ("owner") };
const currency = parseCurrency("EUR");
if (!currency) throw new Error("No EUR.");
const terms = { currency, minimumMinor: 0n, asOf: services.clock.now() };
const batch = newBatch(context, terms, { origin: "batch", month: null });
await services.db.transaction((tx) => insertBatch(tx, batch));

async function payPart() {
  const begun = performance.now();
  const status = await advanceBatch(services, batch);
  process.send?.({ ms: performance.now() - begun, status, rssMb: process.memoryUsage.rss() / 1_048_576 });
}
process.on("message", () => void payPart());
process.send?.("ready");
