// A process that tracks a number of conversions as fast as possible, with or without sealing them.
import { trackConversion } from "../../server/dist/usecases/conversions/track-conversion.js";
import { sealWaiting } from "../../server/dist/usecases/statements/seal-transfers.js";
import { parseCurrency } from "../../server/dist/domain/values/currency.js";
import { servicesOn } from "./services.mjs";

const WORKERS = 16;

const [service, accountId, links] = JSON.parse(process.argv[2] ?? "");
const services = servicesOn(service, WORKERS + 2);
const context = { ...services, accountId, actor: "system", origin: null, role: /** @type {const} */ ("owner") };
const currency = parseCurrency("EUR") ?? fail();
let orders = 0;

/** @returns {never} */
function fail() {
  throw new Error("No EUR.");
}

async function track() {
  orders += 1;
  const { campaign, code } = links[orders % links.length];
  await trackConversion(context, {
    campaignId: campaign,
    clickId: undefined,
    affiliateCode: code,
    externalId: `${process.pid}-${orders}`,
    amount: { minor: 10_000n, currency },
  });
}

/** @param {{ count: number, sealing: boolean }} order */
async function trackAll({ count, sealing }) {
  let left = count;
  /** @type {Promise<void> | undefined} */
  let meanwhile;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      while (left > 0) {
        left -= 1;
        if (sealing && left === Math.floor(count / 2)) meanwhile = sealWaiting(services);
        await track();
      }
    }),
  );
  await meanwhile;
  // Sealing of everything that was tracked happens inside the measured time, or outside it.
  if (sealing) await sealWaiting(services);
  const ms = performance.now() - begun;
  await sealWaiting(services);
  process.send?.({ ms });
}
process.on("message", (/** @type {{ count: number, sealing: boolean }} */ order) => void trackAll(order));
process.send?.("ready");
