// The load: visitors, shops that send orders, and merchants in their dashboards. Each switches to the other process
// when one does not respond, as behind a load balancer.
import { setTimeout as sleep } from "node:timers/promises";
import { send } from "./client.mjs";

/** @typedef {import("./shops.mjs").Shop} Shop */
/** @typedef {import("./shops.mjs").Link} Link */

const VISITORS = 4;
const VISIT_PAUSE_MS = 50;
/** A key may send 100 requests a minute. */
const KEY_PAUSE_MS = 670;
/** A session may send 600 requests a minute. */
const MEMBER_PAUSE_MS = 200;
const RETRY_MS = 250;
const REMEMBERED = 200;
const BULK = 10;

export class Load {
  #record;
  #shops;
  #addresses;
  #isGoing = true;
  #orders = 0;
  /** @type {Promise<unknown> | undefined} */
  #workers;

  /**
   * @param {import("./record.mjs").Record} record
   * @param {readonly Shop[]} shops
   * @param {readonly string[]} addresses
   */
  constructor(record, shops, addresses) {
    this.#record = record;
    this.#shops = shops;
    this.#addresses = addresses;
  }

  start() {
    this.#workers = Promise.all([
      ...Array.from({ length: VISITORS }, () => this.#repeat(VISIT_PAUSE_MS, () => this.#visit())),
      ...this.#shops.flatMap((shop) => [
        ...shop.keys.map((key) => this.#repeat(KEY_PAUSE_MS, () => this.#shopDoes(shop, key))),
        this.#repeat(MEMBER_PAUSE_MS, () => this.#memberDoes(shop)),
      ]),
    ]);
    // The caller that awaits the end gets the error.
    this.#workers.catch(() => {});
  }

  async stop() {
    this.#isGoing = false;
    await this.#workers;
  }

  /** @param {number} pauseMs @param {() => Promise<void>} work */
  async #repeat(pauseMs, work) {
    while (this.#isGoing) await Promise.all([work(), sleep(pauseMs)]);
  }

  /** @param {import("./client.mjs").Asked} asked */
  #send(asked) {
    return send(pick(this.#addresses), asked);
  }

  async #visit() {
    const link = pick(this.#shops.flatMap(({ links }) => links));
    const response = this.#record.take("/r", await this.#send({ method: "GET", path: `/r/${link.code}` }));
    if (!response) return sleep(RETRY_MS);
    if (response.status !== 302) return this.#record.notExpected("/r", response);
    const id = /service_id=(clk_[0-9a-z]{26})/.exec(response.headers.location ?? "")?.[1];
    if (id === undefined) this.#record.figures.untracked += 1;
    else {
      this.#record.clicks.push(id);
      remember(link.clicks, id);
    }
  }

  /** @param {Shop} shop @param {string} key */
  async #shopDoes(shop, key) {
    const chance = Math.random();
    if (chance < 0.8) return this.#order(shop, key);
    const action = chance < 0.9 ? "reject" : "unreject";
    const id = some(shop.conversions);
    if (id !== undefined) await this.#change(id, action, { path: `/v1/conversions/${id}/${action}`, key, body: {} });
  }

  /**
   * Resends with the same order ID until there is a response.
   * @param {Shop} shop
   * @param {string} key
   */
  async #order(shop, key) {
    const { campaignId, code, clicks } = pick(shop.links);
    const click = Math.random() < 0.6 ? some(clicks) : undefined;
    const amountMinor = 100 + Math.floor(Math.random() * 100_000);
    const externalId = `order-${(this.#orders += 1)}`;
    const by = click === undefined ? { affiliate_code: code } : { click_id: click };
    const body = { campaign_id: campaignId, external_id: externalId, amount: amountMinor / 100, ...by };
    /** @type {import("./record.mjs").Order} */
    const order = { externalId, amountMinor, sent: 0, isAcknowledged: false, id: undefined };
    this.#record.orders.set(externalId, order);
    while (this.#isGoing) {
      order.sent += 1;
      const response = this.#record.take("/v1/conversions", await this.#send({ path: "/v1/conversions", key, body }));
      if (response) return this.#recorded(shop, order, response);
      await sleep(KEY_PAUSE_MS);
    }
  }

  /**
   * @param {Shop} shop
   * @param {import("./record.mjs").Order} order
   * @param {import("./client.mjs").Response} response
   */
  #recorded(shop, order, response) {
    const { status, body } = response;
    // A duplicate is an acknowledgement if an earlier request got no response.
    const isKnown = status === 400 && body.code === "duplicate_conversion" && order.sent > 1;
    if (status !== 200 && !isKnown) return this.#record.notExpected("/v1/conversions", response);
    order.isAcknowledged = true;
    if (isKnown) return;
    order.id = String(body.conversion.id);
    remember(shop.conversions, order.id);
  }

  /**
   * @param {string} subject
   * @param {string} action as the history names it
   * @param {import("./client.mjs").Asked} asked
   */
  async #change(subject, action, asked) {
    const count = this.#record.count(subject, action);
    count.sent += 1;
    if (this.#record.made(asked.path.replace(subject, ":id"), await this.#send(asked))) count.acknowledged += 1;
  }

  /** @param {Shop} shop */
  async #memberDoes(shop) {
    const chance = Math.random();
    if (chance < 0.03) return this.#payAll(shop);
    if (chance < 0.2) return this.#settle(shop);
    if (chance < 0.3) return this.#approveSome(shop);
    const action = chance < 0.8 ? "approve" : chance < 0.9 ? "reject" : "unreject";
    const id = some(shop.conversions);
    if (id !== undefined) await this.#change(id, action, this.#byMember(shop, `conversions/${id}/${action}`, {}));
  }

  /** @param {Shop} shop @param {string} path @param {object} [body] */
  #byMember({ accountId, cookie }, path, body) {
    return { path: `/api/dashboard/${accountId}/${path}`, cookie, ...(body === undefined ? {} : { body }) };
  }

  /** @param {Shop} shop */
  async #approveSome(shop) {
    const ids = [...new Set(Array.from({ length: BULK }, () => some(shop.conversions)))].filter(
      (id) => id !== undefined,
    );
    if (ids.length === 0) return;
    for (const id of ids) this.#record.count(id, "approve").sent += 1;
    const asked = this.#byMember(shop, "conversions/bulk", { action: "approve", ids });
    const response = this.#record.made("conversions/bulk", await this.#send(asked));
    for (const { id, ok } of response?.body.results ?? []) if (ok) this.#record.count(id, "approve").acknowledged += 1;
  }

  /** @param {Shop} shop */
  async #payAll(shop) {
    const asked = this.#byMember(shop, "payout-batches", { currency: "EUR" });
    const response = this.#record.made("payout-batches", await this.#send(asked));
    if (response) this.#record.batches.push(String(response.body.batch.id));
  }

  /** @param {Shop} shop */
  async #settle(shop) {
    const list = this.#byMember(shop, `payouts?status=${pick(["created", "created", "created", "failed"])}&limit=20`);
    const response = this.#record.made("payouts", await this.#send({ ...list, method: "GET" }));
    const payout = some(/** @type {{ id: string }[]} */ (response?.body.payouts ?? []));
    if (!payout) return;
    const [path, action] = pick(ENDS);
    await this.#change(payout.id, action, this.#byMember(shop, `payouts/${payout.id}/${path}`, {}));
  }
}

/** @type {readonly (readonly [string, string])[]} */
const ENDS = [
  ["paid", "mark_paid"],
  ["paid", "mark_paid"],
  ["paid", "mark_paid"],
  ["failed", "mark_failed"],
  ["cancel", "cancel"],
];

/** @param {string[]} latest @param {string} one */
function remember(latest, one) {
  latest.push(one);
  if (latest.length > REMEMBERED) latest.shift();
}

/**
 * @template Item
 * @param {readonly Item[]} items
 * @returns {Item | undefined}
 */
const some = (items) => items[Math.floor(Math.random() * items.length)];

/**
 * @template Item
 * @param {readonly Item[]} items
 * @returns {Item}
 */
function pick(items) {
  const item = some(items);
  if (item === undefined) throw new Error("Nothing to pick from.");
  return item;
}
