// Totals, days, balances and payouts: tables that the service keeps up to date as it goes.
import { CopyRows, textArray } from "./copy-rows.mjs";
import { bump } from "./figures.mjs";
import { CURRENCIES, KIND, PENDING, REJECTED, STATUSES } from "./year.mjs";

/** @typedef {import("./year.mjs").Year} Year */
/** @typedef {import("./figures.mjs").Figures} Figures */
/** @typedef {import("./story-tables.mjs").Filling} Filling */

const PAIRS = STATUSES.length * CURRENCIES.length;
const ALL_DAYS = -1;
const FORMATS = textArray(["csv"]);

/**
 * Campaigns and links with their cells.
 * @param {Year} year @param {Figures} figures
 */
const scopesOf = ({ people }, figures) => {
  const ofCampaigns = figures.by(({ campaignNumber }) => campaignNumber, people.campaigns.length);
  return [
    ...people.campaigns.map((id, number) => ({ id, number, cells: ofCampaigns })),
    ...people.links.map(({ id }, number) => ({ id, number, cells: figures.ofLinks })),
  ];
};

/**
 * Days are the outer loop, as the service would have written them: rows of the same day are adjacent.
 * @param {Year} year @param {Figures} figures
 */
function* eachTotal(year, figures) {
  const scopes = scopesOf(year, figures);
  for (let day = ALL_DAYS; day < year.days; day += 1)
    for (const { id, number, cells } of scopes)
      for (let pair = 0; pair < PAIRS; pair += 1) yield { id, number, cells, pair, day };
}

/** @type {Filling["rows"]} */
function* conversionTotals(year, figures) {
  const rows = new CopyRows();
  for (const { id, number, cells, pair, day } of eachTotal(year, figures)) {
    let [conversions, revenue, commission] = [0, 0, 0];
    for (let at = Math.max(day, 0); at < (day === ALL_DAYS ? year.days : day + 1); at += 1) {
      const cell = figures.cellOf(number, at, pair);
      conversions += cells.conversions[cell] ?? 0;
      revenue += cells.revenue[cell] ?? 0;
      commission += cells.commission[cell] ?? 0;
    }
    if (conversions === 0) continue;
    const currency = CURRENCIES[pair % CURRENCIES.length] ?? "";
    rows
      .row(8)
      .bytes(id)
      .date(day === ALL_DAYS ? -Infinity : figures.dayMs(day));
    rows
      .text(STATUSES[Math.floor(pair / CURRENCIES.length)] ?? "")
      .text(currency)
      .text(currency);
    rows.int8(conversions).int8(revenue).int8(commission);
    if (rows.isFull) yield rows.take();
  }
  yield rows.end();
}

/**
 * @param {Figures} figures @param {ReturnType<Figures["by"]>} cells
 * @param {{ owner: number, day: number, currency: number }} at
 */
function dayOf(figures, cells, { owner, day, currency }) {
  const sum = { conversions: 0, revenue: 0, commission: 0, waiting: 0, waitingMinor: 0 };
  for (let status = 0; status < REJECTED; status += 1) {
    const cell = figures.cellOf(owner, day, status * CURRENCIES.length + currency);
    sum.conversions += cells.conversions[cell] ?? 0;
    sum.revenue += cells.revenue[cell] ?? 0;
    sum.commission += cells.commission[cell] ?? 0;
    if (status !== PENDING) continue;
    sum.waiting = cells.conversions[cell] ?? 0;
    sum.waitingMinor = cells.commission[cell] ?? 0;
  }
  const clicked = cells.clicked[(owner * figures.year.days + day) * CURRENCIES.length + currency] ?? 0;
  return { ...sum, clicked };
}

/**
 * @param {Figures} figures @param {ReturnType<Figures["by"]>} cells @param {readonly Buffer[]} owners
 */
function* eachDay(figures, cells, owners) {
  for (let day = 0; day < figures.year.days; day += 1)
    for (const [owner, id] of owners.entries())
      for (const [currency, code] of CURRENCIES.entries())
        yield { at: figures.dayMs(day), id, code, sum: dayOf(figures, cells, { owner, day, currency }) };
}

/** @type {Filling["rows"]} */
function* campaignDays(year, figures) {
  const rows = new CopyRows();
  const { account, campaigns } = year.people;
  const cells = figures.by(({ campaignNumber }) => campaignNumber, campaigns.length);
  for (const { at, id, code, sum } of eachDay(figures, cells, campaigns)) {
    if (sum.conversions === 0) continue;
    rows.row(10).bytes(account).date(at).bytes(id).text(code).int8(sum.conversions).int8(sum.revenue);
    rows.int8(sum.commission).int8(sum.waiting).int8(sum.waitingMinor).int8(sum.clicked);
    if (rows.isFull) yield rows.take();
  }
  yield rows.end();
}

/** @type {Filling["rows"]} */
function* affiliateDays(year, figures) {
  const rows = new CopyRows();
  const { account, affiliates } = year.people;
  const cells = figures.by(({ affiliateNumber }) => affiliateNumber, affiliates.length);
  for (const { at, id, code, sum } of eachDay(figures, cells, affiliates)) {
    if (sum.conversions === 0) continue;
    rows.row(8).bytes(account).bytes(id).text(code).date(at).int8(sum.conversions).int8(sum.revenue);
    rows.int8(sum.commission).int8(sum.clicked);
    if (rows.isFull) yield rows.take();
  }
  yield rows.end();
}

/** @type {Filling["rows"]} */
function* clickTotals(year, figures) {
  const rows = new CopyRows();
  const { links, campaigns } = year.people;
  const ofLinks = figures.clicks();
  const ofCampaigns = new Float64Array(campaigns.length * year.days);
  for (const [number, { campaignNumber }] of links.entries())
    for (let day = 0; day < year.days; day += 1)
      bump(ofCampaigns, campaignNumber * year.days + day, ofLinks[number * year.days + day] ?? 0);
  const scopes = [
    ...campaigns.map((id, number) => ({
      id,
      counts: ofCampaigns.subarray(number * year.days, (number + 1) * year.days),
    })),
    ...links.map(({ id }, number) => ({ id, counts: ofLinks.subarray(number * year.days, (number + 1) * year.days) })),
  ];
  for (let day = ALL_DAYS; day < year.days; day += 1)
    for (const { id, counts } of scopes) {
      const clicks = day === ALL_DAYS ? counts.reduce((sum, count) => sum + count, 0) : (counts[day] ?? 0);
      if (clicks === 0) continue;
      rows
        .row(3)
        .bytes(id)
        .date(day === ALL_DAYS ? -Infinity : figures.dayMs(day))
        .int8(clicks);
      if (rows.isFull) yield rows.take();
    }
  yield rows.end();
}

/** @type {Filling["rows"]} */
function* balances(year, figures) {
  const rows = new CopyRows();
  for (const { kind, owner, currency, minor } of figures.balances()) {
    rows.row(5).bytes(year.people.account).text(kind).bytes(owner).text(currency).int8(minor);
    if (rows.isFull) yield rows.take();
  }
  yield rows.end();
}

/** One for each month and currency. @type {Filling["rows"]} */
function* batches(year) {
  const rows = new CopyRows();
  for (const month of year.paidMonths.keys())
    for (const [currency, code] of CURRENCIES.entries()) {
      const at = year.payoutAt(month);
      rows
        .row(10)
        .id(at, KIND.batch, 2 * month + currency)
        .bytes(year.people.account)
        .text(code)
        .text("batch")
        .int8(0);
      rows.time(at).text(year.people.owner).text("made").time(at).time(at);
    }
  yield rows.end();
}

/** @param {Year} year @param {Figures} figures */
function* eachPayout(year, figures) {
  const { affiliates } = year.people;
  for (const number of figures.payouts.conversions.keys()) {
    if ((figures.payouts.conversions[number] ?? 0) === 0) continue;
    const currency = number % CURRENCIES.length;
    const place = Math.floor(number / CURRENCIES.length);
    const affiliate = /** @type {Buffer} */ (affiliates[place % affiliates.length]);
    yield { month: Math.floor(place / affiliates.length), affiliate, currency, number };
  }
}

/** @type {Filling["rows"]} */
function* payouts(year, figures) {
  const rows = new CopyRows();
  for (const { month, affiliate, currency, number } of eachPayout(year, figures)) {
    const at = year.payoutAt(month);
    const isSettled = year.isSettled(month);
    const minor = figures.payouts.commission[number] ?? 0;
    rows
      .row(18)
      .bytes(year.payoutId(month, number))
      .bytes(year.people.account)
      .id(at, KIND.batch, 2 * month + currency);
    rows
      .bytes(affiliate)
      .text(CURRENCIES[currency] ?? "")
      .int8(minor)
      .int8(minor)
      .int8(0);
    rows
      .int4(figures.payouts.conversions[number] ?? 0)
      .int4(0)
      .text(isSettled ? "paid" : "created");
    rows
      .int4(isSettled ? 2 : 1)
      .text("iban")
      .text("3000")
      .time(at)
      .time(isSettled ? at + 3_600_000 : undefined);
    if (isSettled) rows.date(Math.floor(at / 86_400_000) * 86_400_000);
    else rows.null();
    rows.bytes(FORMATS);
    if (rows.isFull) yield rows.take();
  }
  yield rows.end();
}

/** @type {Filling["rows"]} */
function* payoutTransitions(year, figures) {
  const rows = new CopyRows();
  for (const { month, number } of eachPayout(year, figures)) {
    const id = year.payoutId(month, number);
    const at = year.payoutAt(month);
    rows.row(6).bytes(id).int4(1).text("create").text("created").text(year.people.owner).time(at);
    if (year.isSettled(month))
      rows
        .row(6)
        .bytes(id)
        .int4(2)
        .text("mark_paid")
        .text("paid")
        .text(year.people.owner)
        .time(at + 3_600_000);
    if (rows.isFull) yield rows.take();
  }
  yield rows.end();
}

/** @type {Filling[]} */
export const totalTables = [
  {
    table: "conversion_totals",
    columns: "scope_id, day, status, currency, commission_currency, conversions, revenue_minor, commission_minor",
    rows: conversionTotals,
  },
  {
    table: "campaign_days",
    columns: `account_id, day, campaign_id, currency, conversions, revenue_minor, commission_minor, waiting, waiting_minor,
      clicked`,
    rows: campaignDays,
  },
  {
    table: "affiliate_days",
    columns: "account_id, affiliate_id, currency, day, conversions, revenue_minor, commission_minor, clicked",
    rows: affiliateDays,
  },
  { table: "click_totals", columns: "scope_id, day, clicks", rows: clickTotals },
  { table: "ledger_balances", columns: "account_id, kind, owner_id, currency, balance_minor", rows: balances },
  {
    table: "payout_batches",
    columns: "id, account_id, currency, origin, minimum_minor, as_of, actor, status, created_at, made_at",
    rows: batches,
  },
  {
    table: "payouts",
    columns: `id, account_id, batch_id, affiliate_id, currency, amount_minor, earned_minor, clawed_back_minor, conversions,
      claw_backs, status, seq, method, account_hint, created_at, settled_at, paid_on, formats`,
    rows: payouts,
  },
  {
    table: "payout_transitions",
    columns: "payout_id, seq, action, status, actor, at",
    rows: payoutTransitions,
  },
];
