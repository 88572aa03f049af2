// Every edit and the guarantee that it breaks, with one file per guarantee.
import { durableWrites } from "./p01-durable-writes.mjs";
import { orderCountsOnce } from "./p02-order-counts-once.mjs";
import { budget } from "./p03-budget.mjs";
import { ledger } from "./p04-ledger.mjs";
import { payoutsEqualTheirLines } from "./p05-payouts.mjs";
import { oneWinner } from "./p06-one-winner.mjs";
import { webhooksArrive } from "./p07-webhooks-arrive.mjs";
import { retrySchedule } from "./p08-retry-schedule.mjs";
import { slowReceivers } from "./p09-slow-receivers.mjs";
import { webhookAddresses } from "./p10-webhook-addresses.mjs";
import { tenants } from "./p11-tenants.mjs";
import { hostileInput } from "./p12-hostile-input.mjs";
import { databaseFaults } from "./p13-database-faults.mjs";
import { rateLimit } from "./p14-rate-limit.mjs";
import { clicks } from "./p15-clicks.mjs";
import { testMode } from "./p16-test-mode.mjs";

/**
 * @typedef {object} Change
 * @property {string} file
 * @property {string} search occurs exactly once in the file
 * @property {string} replace
 */
/**
 * @typedef {object} Edit
 * @property {string} name
 * @property {PromiseNumber} promise
 * @property {string} breaks what is broken, and the consequence
 * @property {readonly Change[]} changes
 * @property {readonly string[]} tests the files that should catch it
 * @property {string} [title] only tests whose full title contains this, if the whole file would take long
 * @property {RegExp} [error] another error that counts as caught, if a guard raises it before an assertion is reached
 */
/** @typedef {keyof typeof promises} PromiseNumber */

export const promises = /** @type {const} */ ({
  P1: "An acknowledged write is never lost and never half-written.",
  P2: "An order counts once, however often it is sent.",
  P3: "A budget is never exceeded.",
  P4: "Money is neither created nor lost: the ledger always balances.",
  P5: "A payout equals the sum of its lines, and no line is paid twice.",
  P6: "When several people change the same thing at once, one wins and the others get an error.",
  P7: "Every event reaches its endpoint at least once, signed and unchanged.",
  P8: "Webhooks are retried exactly on schedule, and then no more.",
  P9: "A slow or hostile receiver affects only itself.",
  P10: "Webhooks never reach the operator's own network.",
  P11: "An account sees and changes only its own data.",
  P12: "No input breaks the service.",
  P13: "The service survives database faults and recovers automatically.",
  P14: "Rate limits are exact across all processes and cannot be evaded.",
  P15: "Every visitor with a click ID has a recorded click.",
  P16: "A test account touches no live account, and only its own clock makes something due in it.",
});

/** @type {readonly Edit[]} */
export const edits = [
  ...durableWrites,
  ...orderCountsOnce,
  ...budget,
  ...ledger,
  ...payoutsEqualTheirLines,
  ...oneWinner,
  ...webhooksArrive,
  ...retrySchedule,
  ...slowReceivers,
  ...webhookAddresses,
  ...tenants,
  ...hostileInput,
  ...databaseFaults,
  ...rateLimit,
  ...clicks,
  ...testMode,
];
