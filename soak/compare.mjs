// Compares what the clients know with the database and the receiver. Pure, so that tests can show that each fault is
// found.

/** @typedef {import("./record.mjs").Order} Order */
/** @typedef {{ externalId: string, id: string, amountMinor: number }} Recorded */

/**
 * @param {Iterable<Order>} orders
 * @param {readonly Recorded[]} rows
 */
export function compareOrders(orders, rows) {
  const found = groupedBy(rows, ({ externalId }) => externalId);
  const sent = new Map([...orders].map((order) => [order.externalId, order]));
  const isOther = (/** @type {Order} */ { id, amountMinor }, /** @type {Recorded} */ row) =>
    row.amountMinor !== amountMinor || (id !== undefined && row.id !== id);
  return {
    lost: [...sent.values()]
      .filter(({ externalId, isAcknowledged }) => isAcknowledged && !found.has(externalId))
      .map(({ externalId }) => externalId),
    doubled: [...found].filter(([, same]) => same.length > 1).map(([externalId]) => externalId),
    altered: rows
      .filter((row) => {
        const order = sent.get(row.externalId);
        return order === undefined || isOther(order, row);
      })
      .map(({ externalId }) => externalId),
  };
}

/**
 * Every acknowledged change is in the history, and nothing occurs more often than it was requested.
 * @param {ReadonlyMap<string, import("./record.mjs").Count>} changes
 * @param {ReadonlyMap<string, number>} history
 */
export function compareChanges(changes, history) {
  return {
    lost: [...changes].filter(([key, { acknowledged }]) => (history.get(key) ?? 0) < acknowledged).map(([key]) => key),
    unasked: [...history].filter(([key, times]) => times > (changes.get(key)?.sent ?? 0)).map(([key]) => key),
  };
}

/** @param {Iterable<string>} wanted @param {Iterable<string>} found */
export function missing(wanted, found) {
  const there = new Set(found);
  return [...new Set(wanted)].filter((one) => !there.has(one));
}

/** @param {readonly string[]} ids */
export const repeated = (ids) => [...tally(ids)].filter(([, times]) => times > 1).map(([id]) => id);

/** @typedef {{ key: string, digest: string }} Announced an event by its receiver's key, with the digest of its stored body */

/**
 * @param {readonly Announced[]} events
 * @param {ReadonlyMap<string, Pick<import("./receiver.mjs").Received, "digests">>} received
 */
export function compareEvents(events, received) {
  const digests = new Map(events.map(({ key, digest }) => [key, digest]));
  return {
    undelivered: missing(digests.keys(), received.keys()),
    unknown: missing(received.keys(), digests.keys()),
    altered: [...received]
      .filter(([key, each]) => digests.has(key) && [...each.digests].some((digest) => digest !== digests.get(key)))
      .map(([key]) => key),
  };
}

/**
 * What a merchant learned from a response and must also receive as a webhook.
 * @param {Iterable<Order>} orders
 * @param {ReadonlyMap<string, import("./record.mjs").Count>} changes
 * @param {Iterable<Pick<import("./receiver.mjs").Received, "type" | "subject">>} received one for each event
 */
export function unannounced(orders, changes, received) {
  const heard = tally([...received].map(({ type, subject }) => `${type} ${subject}`));
  const fewer = (/** @type {string} */ key, /** @type {number} */ times) => (heard.get(key) ?? 0) < times;
  const created = [...orders].flatMap(({ id }) =>
    id !== undefined && fewer(`conversion.created ${id}`, 1) ? [`conversion.created ${id}`] : [],
  );
  const changed = [...changes].flatMap(([key, { acknowledged }]) => {
    const [subject, action = ""] = key.split(" ");
    const type = EVENT_OF[action];
    return type !== undefined && fewer(`${type} ${subject}`, acknowledged) ? [`${type} ${subject}`] : [];
  });
  return [...created, ...changed];
}

/**
 * A delivery may come twice, but it is the same event then.
 * @param {Iterable<Pick<import("./receiver.mjs").Received, "type" | "subject">>} received one for each event
 */
export const announcedTwice = (received) =>
  repeated([...received].flatMap(({ type, subject }) => (type === "conversion.created" ? [subject] : [])));

/** @type {Readonly<{ [action: string]: string | undefined }>} */
const EVENT_OF = { approve: "conversion.approved", reject: "conversion.rejected" };

/** By then, every redirector has reported whether its journal has clicks, even one that is just starting. */
const REPORTED_MS = 5_000;

/**
 * Unexpected 5xx responses. Only a 503 is accepted, and only if the database was unavailable between request and
 * response, or had just returned if the order waits for its click.
 * @param {readonly import("./record.mjs").Refused[]} failures
 * @param {readonly Outage[]} outages
 */
export const unexcused = (failures, outages) =>
  failures.filter(({ status, code, sentMs, answeredMs }) => {
    const laterMs = code === "click_not_recorded_yet" ? REPORTED_MS : 0;
    return status !== 503 || !outages.some(({ fromMs, toMs }) => sentMs <= toMs + laterMs && answeredMs >= fromMs);
  });

/** @typedef {{ fromMs: number, toMs: number }} Outage */

/**
 * How much higher the last quarter is than the second; the first is for warming up. Uses medians, because both values
 * vary with the load.
 * @param {readonly number[]} samples
 */
export function growth(samples) {
  const quarter = Math.floor(samples.length / 4);
  if (quarter === 0) throw new Error("Too few samples to measure growth.");
  return median(samples.slice(-quarter)) - median(samples.slice(quarter, 2 * quarter));
}

/** @param {readonly number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** @param {readonly string[]} keys */
export function tally(keys) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/**
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => string} keyOf
 */
function groupedBy(items, keyOf) {
  /** @type {Map<string, Item[]>} */
  const groups = new Map();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
