// Everything that happened in the year, one after another: orders, decisions about them, and payouts.
import { PENDING } from "./year.mjs";

export const TRACKED = 1;
export const DECIDED = 2;
export const PAID = 3;
const END = 0;

/** Walks through the year without creating an object for each step: a year has tens of millions. */
export class Story {
  /** The order, or the number of the paid month. */
  number = 0;
  ms = 0;
  #tracked = 0;
  #decided = 0;
  #month = 0;

  /** @param {import("./year.mjs").Year} year */
  constructor(year) {
    this.year = year;
  }

  /** Skips to this time. */
  from(/** @type {number} */ ms) {
    while (this.#month < this.year.paidMonths.length && this.year.payoutAt(this.#month) < ms) this.#month += 1;
    this.#tracked = this.year.firstOrderAt(ms);
    // Decisions are in the order of the orders.
    let [low, high] = [0, this.#tracked];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.year.decidedAt(middle) < ms) low = middle + 1;
      else high = middle;
    }
    this.#decided = low;
    return this;
  }

  /** What happened next. */
  next() {
    const { year } = this;
    const { conversions } = year.size;
    while (this.#decided < this.#tracked && year.statusOf(this.#decided) === PENDING) this.#decided += 1;
    const trackedAt = this.#tracked < conversions ? year.createdAt(this.#tracked) : Infinity;
    const decidedAt = this.#decided < this.#tracked ? year.decidedAt(this.#decided) : Infinity;
    const paidAt = this.#month < year.paidMonths.length ? year.payoutAt(this.#month) : Infinity;
    if (paidAt <= trackedAt && paidAt <= decidedAt)
      return paidAt === Infinity ? END : this.#at(PAID, this.#month++, paidAt);
    return decidedAt <= trackedAt
      ? this.#at(DECIDED, this.#decided++, decidedAt)
      : this.#at(TRACKED, this.#tracked++, trackedAt);
  }

  /** @param {number} what @param {number} number @param {number} ms */
  #at(what, number, ms) {
    this.number = number;
    this.ms = ms;
    return what;
  }
}
