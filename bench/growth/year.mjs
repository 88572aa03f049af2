// A year of one account, computed from row numbers: the same number always gives the same row, so that every table can be
// written on its own, and again after an interruption.
import { idBytes, mix } from "./copy-rows.mjs";

export const DAY_MS = 86_400_000;
export const DAYS = 365;
/** How long webhook events keep their body, and how far back the year has deliveries. */
export const EVENT_DAYS = 30;
const HOLD_MS = 14 * DAY_MS;
const DECIDED_AFTER_MS = 3 * DAY_MS;
const PAID_AFTER_DAYS = 60;
export const CURRENCIES = ["EUR", "USD"];
/** By number, so that they fit into typed arrays. */
export const STATUSES = ["pending", "approved", "rejected"];
export const PENDING = 0;
export const APPROVED = 1;
export const REJECTED = 2;

/** The kinds of IDs. */
export const KIND = {
  click: 1,
  conversion: 2,
  order: 3,
  transfer: 4,
  event: 5,
  delivery: 6,
  attempt: 7,
  entry: 8,
  payout: 9,
  batch: 10,
  clawBack: 11,
  claim: 12,
};

/**
 * @typedef {object} Link
 * @property {Buffer} id
 * @property {Buffer} campaign
 * @property {Buffer} affiliate
 * @property {number} campaignNumber
 * @property {number} affiliateNumber
 */
/**
 * @typedef {object} People
 * @property {Buffer} account
 * @property {string} owner the actor of decisions, like usr_…
 * @property {Buffer} endpoint
 * @property {Link[]} links the first is the busiest
 * @property {Buffer[]} campaigns
 * @property {Buffer[]} affiliates
 */

export class Year {
  /** @param {{ conversions: number, clicks: number, endsAt: number }} size @param {People} people */
  constructor(size, people) {
    this.size = size;
    this.people = people;
    this.startsAt = size.endsAt - DAYS * DAY_MS;
    this.firstDay = Math.floor(this.startsAt / DAY_MS) * DAY_MS;
    this.days = Math.floor(size.endsAt / DAY_MS) - this.firstDay / DAY_MS + 1;
    this.paidBefore = monthOf(size.endsAt - PAID_AFTER_DAYS * DAY_MS);
    /** The first moments of all months that are paid. */
    this.paidMonths = /** @type {number[]} */ ([]);
    for (let month = monthOf(this.startsAt); month < this.paidBefore; month = monthAfter(month, 1))
      this.paidMonths.push(month);
  }

  /** When a click happened. */
  clickedAt(/** @type {number} */ click) {
    return this.startsAt + Math.floor((click * DAYS * DAY_MS) / this.size.clicks);
  }

  /** One in twenty clicks goes to the first link, so that its lists fill a page at any size. */
  linkOfClick(/** @type {number} */ click) {
    const bits = mix(click ^ 0x2545f491);
    return bits % 20 === 0 ? 0 : mix(bits) % this.people.links.length;
  }

  createdAt(/** @type {number} */ order) {
    return this.startsAt + Math.floor((order * DAYS * DAY_MS) / this.size.conversions);
  }

  /** The first order at this time or later. */
  firstOrderAt(/** @type {number} */ ms) {
    const { conversions } = this.size;
    let order = Math.min(
      conversions,
      Math.max(0, Math.floor(((ms - this.startsAt) * conversions) / (DAYS * DAY_MS)) - 2),
    );
    while (order < conversions && this.createdAt(order) < ms) order += 1;
    return order;
  }

  /** Seven in ten orders come from a click, and the others from a code. */
  isClicked(/** @type {number} */ order) {
    return order % 100 >= 30 && order >= 20;
  }

  clickOf(/** @type {number} */ order) {
    return Math.floor(((order - 10) * this.size.clicks) / this.size.conversions);
  }

  linkOf(/** @type {number} */ order) {
    return this.linkOfClick(this.isClicked(order) ? this.clickOf(order) : -1 - order);
  }

  /** The number of the currency. */
  currencyOf(/** @type {number} */ order) {
    return order % 10 === 3 ? 1 : 0;
  }

  amountOf(/** @type {number} */ order) {
    return 1_000 + (order % 9_000);
  }

  commissionOf(/** @type {number} */ order) {
    return Math.floor(this.amountOf(order) / 10);
  }

  /** Most orders of the last two weeks are pending, and most older ones are approved. */
  statusOf(/** @type {number} */ order) {
    if (order % 3 > 0 && this.createdAt(order) > this.size.endsAt - HOLD_MS) return PENDING;
    if (order % 20 < 2) return REJECTED;
    return order % 50 === 7 ? PENDING : APPROVED;
  }

  maturesAt(/** @type {number} */ order) {
    return this.createdAt(order) + HOLD_MS;
  }

  /** Never in the future, and later for a later order. */
  decidedAt(/** @type {number} */ order) {
    const at = this.createdAt(order);
    return at + Math.min(DECIDED_AFTER_MS, Math.floor((this.size.endsAt - at) / 2));
  }

  /** The number of the paid month, or -1. */
  paidMonthOf(/** @type {number} */ order) {
    const at = this.createdAt(order);
    if (at >= this.paidBefore || this.statusOf(order) !== APPROVED) return -1;
    return this.paidMonths.findLastIndex((month) => month <= at);
  }

  /** Payouts of a month are made two months later. Those of the last month are not paid yet. */
  payoutAt(/** @type {number} */ month) {
    return monthAfter(/** @type {number} */ (this.paidMonths[month]), 2) + 3 * 3_600_000;
  }

  isSettled(/** @type {number} */ month) {
    return month < this.paidMonths.length - 1;
  }

  /** The number of the payout of an affiliate in a month. */
  payoutNumber(/** @type {number} */ month, /** @type {number} */ affiliate, /** @type {number} */ currency) {
    return (month * this.people.affiliates.length + affiliate) * 2 + currency;
  }

  payoutId(/** @type {number} */ month, /** @type {number} */ number) {
    return idBytes({ ms: this.payoutAt(month), kind: KIND.payout, number });
  }

  /** One in a thousand paid orders is clawed back. */
  isClawedBack(/** @type {number} */ order) {
    if (order % 1_000 !== 505) return false;
    const month = this.paidMonthOf(order);
    return month >= 0 && this.isSettled(month);
  }

  isOfCustomer(/** @type {number} */ order) {
    return order % 5 === 0;
  }

  /** One in fifty, and more of the first link, so that its list fills a page at any size. */
  isClaimed(/** @type {number} */ order) {
    return order % 50 === 1 || (order < 1_500 && this.linkOf(order) === 0);
  }

  link(/** @type {number} */ number) {
    return /** @type {Link} */ (this.people.links[number]);
  }

  conversionId(/** @type {number} */ order) {
    return idBytes({ ms: this.createdAt(order), kind: KIND.conversion, number: order });
  }
}

/** The first moment of the month, in UTC. */
export function monthOf(/** @type {number} */ ms) {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
}

export function monthAfter(/** @type {number} */ ms, /** @type {number} */ months) {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1);
}
