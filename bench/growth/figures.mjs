// The totals, balances and payouts of the year, counted once from its orders and clicks.
import { APPROVED, CURRENCIES, DAY_MS, PENDING, REJECTED, STATUSES } from "./year.mjs";

/** @typedef {import("./year.mjs").Year} Year */

const PAIRS = STATUSES.length * CURRENCIES.length;

export class Figures {
  /** @param {Year} year */
  constructor(year) {
    this.year = year;
    const { links, campaigns, affiliates } = year.people;
    const cells = (/** @type {number} */ count) => ({
      conversions: new Float64Array(count),
      revenue: new Float64Array(count),
      commission: new Float64Array(count),
    });
    /** By link, day, status and currency. */
    this.ofLinks = cells(links.length * year.days * PAIRS);
    /** Orders from a click that were not rejected, by link, day and currency. */
    this.clicked = new Float64Array(links.length * year.days * CURRENCIES.length);
    /** By payout number. */
    this.payouts = cells(year.paidMonths.length * affiliates.length * CURRENCIES.length);
    /** By owner and currency. */
    this.clawedBack = {
      affiliates: new Float64Array(affiliates.length * CURRENCIES.length),
      campaigns: new Float64Array(campaigns.length * CURRENCIES.length),
    };
    this.#count();
  }

  #count() {
    const { year } = this;
    for (let order = 0; order < year.size.conversions; order += 1) {
      const status = year.statusOf(order);
      const currency = year.currencyOf(order);
      const number = year.linkOf(order);
      const day = this.dayOf(year.createdAt(order));
      const commission = year.commissionOf(order);
      add(this.ofLinks, this.cellOf(number, day, status * CURRENCIES.length + currency), [
        year.amountOf(order),
        commission,
      ]);
      if (status === REJECTED) continue;
      if (year.isClicked(order)) bump(this.clicked, (number * year.days + day) * CURRENCIES.length + currency, 1);
      if (status !== APPROVED) continue;
      const { affiliateNumber, campaignNumber } = year.link(number);
      const month = year.paidMonthOf(order);
      if (month >= 0)
        add(this.payouts, year.payoutNumber(month, affiliateNumber, currency), [year.amountOf(order), commission]);
      if (!year.isClawedBack(order)) continue;
      bump(this.clawedBack.affiliates, affiliateNumber * CURRENCIES.length + currency, commission);
      bump(this.clawedBack.campaigns, campaignNumber * CURRENCIES.length + currency, commission);
    }
  }

  dayOf(/** @type {number} */ ms) {
    return Math.floor((ms - this.year.firstDay) / DAY_MS);
  }

  dayMs(/** @type {number} */ day) {
    return this.year.firstDay + day * DAY_MS;
  }

  /** @param {number} link @param {number} day @param {number} pair of status and currency */
  cellOf(link, day, pair) {
    return (link * this.year.days + day) * PAIRS + pair;
  }

  /**
   * Adds up the cells of links by owner.
   * @param {(link: import("./year.mjs").Link, number: number) => number} ownerOf
   * @param {number} owners
   */
  by(ownerOf, owners) {
    const { days, people } = this.year;
    const sums = {
      conversions: new Float64Array(owners * days * PAIRS),
      revenue: new Float64Array(owners * days * PAIRS),
      commission: new Float64Array(owners * days * PAIRS),
      clicked: new Float64Array(owners * days * CURRENCIES.length),
    };
    for (const [number, link] of people.links.entries()) {
      const owner = ownerOf(link, number);
      for (const key of /** @type {const} */ (["conversions", "revenue", "commission"]))
        for (let at = 0; at < days * PAIRS; at += 1)
          bump(sums[key], owner * days * PAIRS + at, this.ofLinks[key][number * days * PAIRS + at] ?? 0);
      for (let at = 0; at < days * CURRENCIES.length; at += 1)
        bump(
          sums.clicked,
          owner * days * CURRENCIES.length + at,
          this.clicked[number * days * CURRENCIES.length + at] ?? 0,
        );
    }
    return sums;
  }

  /** @returns {{ kind: string, owner: Buffer, currency: string, minor: number }[]} */
  balances() {
    const { year } = this;
    const { affiliates, campaigns } = year.people;
    const ofAffiliates = this.by(({ affiliateNumber }) => affiliateNumber, affiliates.length);
    const ofCampaigns = this.by(({ campaignNumber }) => campaignNumber, campaigns.length);
    /** @param {{ commission: Float64Array }} sums @param {number} owner @param {number} pair */
    const over = (sums, owner, pair) => {
      let minor = 0;
      for (let day = 0; day < year.days; day += 1) minor += sums.commission[this.cellOf(owner, day, pair)] ?? 0;
      return minor;
    };
    const rows = [];
    for (const [number, currency] of CURRENCIES.entries()) {
      const pairOf = (/** @type {number} */ status) => status * CURRENCIES.length + number;
      for (const [affiliate, owner] of affiliates.entries()) {
        const { inPayout, paid } = this.#paid(affiliate, number);
        const clawedBack = this.clawedBack.affiliates[affiliate * CURRENCIES.length + number] ?? 0;
        rows.push(
          { kind: "pending", owner, currency, minor: over(ofAffiliates, affiliate, pairOf(PENDING)) },
          {
            kind: "payable",
            owner,
            currency,
            minor: over(ofAffiliates, affiliate, pairOf(APPROVED)) - inPayout - paid,
          },
          { kind: "in_payout", owner, currency, minor: inPayout },
          { kind: "paid", owner, currency, minor: paid },
          { kind: "receivable", owner, currency, minor: -clawedBack },
        );
      }
      for (const [campaign, owner] of campaigns.entries())
        rows.push(
          {
            kind: "campaign",
            owner,
            currency,
            minor: -over(ofCampaigns, campaign, pairOf(PENDING)) - over(ofCampaigns, campaign, pairOf(APPROVED)),
          },
          {
            kind: "recovered",
            owner,
            currency,
            minor: this.clawedBack.campaigns[campaign * CURRENCIES.length + number] ?? 0,
          },
        );
    }
    return rows.filter(({ minor }) => minor !== 0);
  }

  /** @param {number} affiliate @param {number} currency */
  #paid(affiliate, currency) {
    const sum = { inPayout: 0, paid: 0 };
    for (const month of this.year.paidMonths.keys()) {
      const minor = this.payouts.commission[this.year.payoutNumber(month, affiliate, currency)] ?? 0;
      sum[this.year.isSettled(month) ? "paid" : "inPayout"] += minor;
    }
    return sum;
  }

  /** Clicks by link and day. */
  clicks() {
    const { year } = this;
    const counts = new Float64Array(year.people.links.length * year.days);
    for (let click = 0; click < year.size.clicks; click += 1)
      bump(counts, year.linkOfClick(click) * year.days + this.dayOf(year.clickedAt(click)), 1);
    return counts;
  }
}

/** @param {Float64Array} cells @param {number} at @param {number} by */
export function bump(cells, at, by) {
  cells[at] = (cells[at] ?? 0) + by;
}

/** @param {{ conversions: Float64Array, revenue: Float64Array, commission: Float64Array }} cells @param {number} at @param {[number, number]} worth */
function add(cells, at, [revenue, commission]) {
  bump(cells.conversions, at, 1);
  bump(cells.revenue, at, revenue);
  bump(cells.commission, at, commission);
}
