// Everything that must hold after a run.
import {
  announcedTwice,
  compareChanges,
  compareEvents,
  compareOrders,
  growth,
  missing,
  repeated,
  tally,
  unannounced,
  unexcused,
} from "./compare.mjs";

/**
 * The midpoints of the two quarters are half a run apart. V8's heap varies by about 20 MB. In half an hour, a leak of 1
 * kB per request exceeds this at 40 requests per second.
 */
const RSS_GROWTH_MB = 32;
/** Connections vary with the load. Losing one descriptor per PostgreSQL restart would exceed this in half an hour. */
const DESCRIPTOR_GROWTH = 8;

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {number} value
 * @property {number} limit the highest acceptable value
 * @property {readonly string[]} examples
 */
/**
 * @typedef {object} Compared
 * @property {import("./record.mjs").Record} record
 * @property {import("./found.mjs").Found} found
 * @property {import("./receiver.mjs").Receiver["received"]} received
 * @property {{ outages: readonly import("./compare.mjs").Outage[], ends: readonly string[] }} installation
 * @property {number} stillWaiting
 * @property {{ finding: string, count: number }[]} verified
 */
/** @typedef {Compared & { installation: import("./installation.mjs").Installation }} Run */

/**
 * Whether the data is what clients were told.
 * @param {Compared} run
 * @returns {Check[]}
 */
export function dataChecksOf({ record, found, received, installation, stillWaiting, verified }) {
  const orders = compareOrders(record.orders.values(), found.orders);
  const changes = compareChanges(record.changes, tally(found.history));
  const events = compareEvents(found.events, received);
  const failures = unexcused(record.failures, installation.outages);
  const wrong = verified.filter(({ count }) => count > 0);
  return [
    none("acknowledged orders that are missing", orders.lost),
    none("orders recorded twice", orders.doubled),
    none("orders recorded with another ID or amount, or never sent", orders.altered),
    none("click IDs in responses without a recorded click", missing(record.clicks, found.clicks)),
    none("clicks recorded twice", repeated(found.clicks)),
    none("acknowledged changes that are not in the history", changes.lost),
    none("changes in the history that nobody requested", changes.unasked),
    none("acknowledged batches that are missing or unfinished", missing(record.batches, found.batches)),
    count("payouts that differ from their lines", found.payoutsUnlikeTheirLines),
    count("conversions in two active payouts", found.paidTwice),
    none(
      "acknowledged orders and changes that no webhook announced",
      unannounced(record.orders.values(), record.changes, received.values()),
    ),
    none("conversions announced twice", announcedTwice(received.values())),
    none("events that never arrived", events.undelivered),
    none("events that arrived but are not recorded", events.unknown),
    none("events that arrived with another body", events.altered),
    count("deliveries and batches still unfinished", stillWaiting),
    none(
      "findings of tributary verify",
      wrong.map(({ finding, count: times }) => `${times} ${finding}`),
    ),
    none(
      "5xx other than 503 during an outage of the database",
      failures.map(({ status, code, path }) => `${path}: ${status} ${code}`),
    ),
    none("unexpected responses", record.unexpected),
    count("requests without a response for a minute", record.figures.hung),
    none("unexpected process exits", installation.ends),
    none("kinds of work without any acknowledged result", idle(record)),
  ];
}

/**
 * @param {Run} run
 * @returns {Check[]}
 */
export function checksOf(run) {
  const { installation } = run;
  return [
    ...dataChecksOf(run),
    {
      name: "memory growth, MB",
      value: Math.round(growth(installation.samples.map(({ rssMb }) => rssMb))),
      limit: RSS_GROWTH_MB,
      examples: [],
    },
    {
      name: "open file descriptor growth",
      value: growth(installation.samples.map(({ descriptors }) => descriptors)),
      limit: DESCRIPTOR_GROWTH,
      examples: [],
    },
  ];
}

/**
 * A run without load would pass every comparison.
 * @param {import("./record.mjs").Record} record
 */
function idle({ orders, clicks, changes, batches }) {
  const acknowledged = {
    orders: [...orders.values()].filter(({ isAcknowledged }) => isAcknowledged).length,
    clicks: clicks.length,
    changes: [...changes.values()].filter((each) => each.acknowledged > 0).length,
    batches: batches.length,
  };
  return Object.entries(acknowledged).flatMap(([kind, times]) => (times === 0 ? [kind] : []));
}

/** @param {string} name @param {readonly string[]} faults @returns {Check} */
export const none = (name, faults) => ({ name, value: faults.length, limit: 0, examples: faults.slice(0, 5) });

/** @param {string} name @param {number} value @returns {Check} */
const count = (name, value) => ({ name, value, limit: 0, examples: [] });

/** @param {Run & { receivedTimes: number }} run */
export function figuresOf({ record, found, received, installation, receivedTimes }) {
  const { samples, outages, kills, starts } = installation;
  const acknowledged = [...record.changes.values()].reduce((sum, each) => sum + each.acknowledged, 0);
  const outageMs = outages.map(({ fromMs, toMs }) => toMs - fromMs);
  return {
    app_kills: kills.app,
    app_starts: starts,
    database_kills: kills.database,
    longest_outage_seconds: Math.round(Math.max(0, ...outageMs) / 100) / 10,
    responses: record.figures.responses,
    requests_without_response: record.figures.unanswered,
    responses_503: record.failures.length,
    orders_sent: record.orders.size,
    orders_acknowledged: [...record.orders.values()].filter(({ isAcknowledged }) => isAcknowledged).length,
    clicks_with_id: record.clicks.length,
    clicks_untracked: record.figures.untracked,
    changes_acknowledged: acknowledged,
    payouts: found.payouts,
    events: received.size,
    deliveries: receivedTimes,
    rss_mb_first: Math.round(samples[0]?.rssMb ?? 0),
    rss_mb_highest: Math.round(Math.max(...samples.map(({ rssMb }) => rssMb))),
    descriptors_highest: Math.max(...samples.map(({ descriptors }) => descriptors)),
  };
}
