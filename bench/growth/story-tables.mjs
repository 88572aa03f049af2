// Tables with a row for each thing that happened: transfers, claw-backs, events, deliveries and the audit log.
import { CopyRows, idBytes, mix } from "./copy-rows.mjs";
import { DECIDED, PAID, Story, TRACKED } from "./story.mjs";
import { APPROVED, CURRENCIES, DAY_MS, EVENT_DAYS, KIND } from "./year.mjs";

/** @typedef {import("./year.mjs").Year} Year */
/** @typedef {import("./figures.mjs").Figures} Figures */
/** @typedef {{ table: string, columns: string, rows: (year: Year, figures: Figures) => Iterable<Buffer> }} Filling */
/**
 * @typedef {object} Transfer
 * @property {number} ms
 * @property {number} seq
 * @property {string} debitKind
 * @property {Buffer} debitOwner
 * @property {string} creditKind
 * @property {Buffer} creditOwner
 * @property {number} minor
 * @property {number} currency
 * @property {number} affiliate its number
 * @property {number} conversion its order, or -1
 * @property {Buffer | null} payout
 * @property {Buffer | null} clawBack
 */

const HOUR_MS = 3_600_000;
const SETTLED_AFTER_MS = HOUR_MS;
const CLAWED_BACK_AFTER_MS = 2 * HOUR_MS;
const BODY = JSON.stringify({ livemode: true, data: { note: "A body of the usual length.", filler: "x".repeat(240) } });

/** @param {Year} year @param {number} order @param {number} payoutAt */
const clawBackId = (year, order, payoutAt) =>
  idBytes({ ms: payoutAt + CLAWED_BACK_AFTER_MS, kind: KIND.clawBack, number: order });

/** The orders of a paid month that are clawed back. */
function* clawedBack(/** @type {Year} */ year, /** @type {number} */ month) {
  const from = year.firstOrderAt(/** @type {number} */ (year.paidMonths[month]));
  const to = year.firstOrderAt(year.paidMonths[month + 1] ?? year.paidBefore);
  for (let order = from; order < to; order += 1) if (year.isClawedBack(order)) yield order;
}

/**
 * What a step of the story moved.
 * @param {Story} story @param {number} what @param {Figures} figures
 * @returns {Iterable<Transfer>}
 */
export function transfersOf(story, what, figures) {
  return what === PAID ? payoutTransfers(story, figures) : [orderTransfer(story, what)];
}

/** @param {Story} story @param {number} what @returns {Transfer} */
function orderTransfer({ year, number, ms }, what) {
  const { campaign, affiliate, affiliateNumber } = year.link(year.linkOf(number));
  const isApproved = year.statusOf(number) === APPROVED;
  const isNew = what === TRACKED;
  return {
    ms,
    seq: isNew ? 1 : 2,
    debitKind: isNew ? "campaign" : "pending",
    debitOwner: isNew ? campaign : affiliate,
    creditKind: isNew ? "pending" : isApproved ? "payable" : "campaign",
    creditOwner: isNew || isApproved ? affiliate : campaign,
    minor: year.commissionOf(number),
    currency: year.currencyOf(number),
    affiliate: affiliateNumber,
    conversion: number,
    payout: null,
    clawBack: null,
  };
}

/** @param {Story} story @param {Figures} figures @returns {Iterable<Transfer>} */
function* payoutTransfers({ year, number: month, ms }, figures) {
  for (const [affiliate, owner] of year.people.affiliates.entries())
    for (const currency of CURRENCIES.keys()) {
      const number = year.payoutNumber(month, affiliate, currency);
      const minor = figures.payouts.commission[number] ?? 0;
      if (minor === 0) continue;
      const of = { minor, currency, affiliate, conversion: -1, payout: year.payoutId(month, number), clawBack: null };
      const owners = { debitOwner: owner, creditOwner: owner };
      yield { ms, seq: 1, debitKind: "payable", creditKind: "in_payout", ...owners, ...of };
      if (!year.isSettled(month)) continue;
      yield { ms: ms + SETTLED_AFTER_MS, seq: 3, debitKind: "in_payout", creditKind: "paid", ...owners, ...of };
    }
  for (const order of clawedBack(year, month)) {
    const { campaign, affiliate, affiliateNumber } = year.link(year.linkOf(order));
    yield {
      ms: ms + CLAWED_BACK_AFTER_MS,
      seq: 1,
      debitKind: "receivable",
      debitOwner: affiliate,
      creditKind: "recovered",
      creditOwner: campaign,
      minor: year.commissionOf(order),
      currency: year.currencyOf(order),
      affiliate: affiliateNumber,
      conversion: -1,
      payout: null,
      clawBack: clawBackId(year, order, ms),
    };
  }
}

/** @param {CopyRows} rows @param {Buffer | null} id */
const putId = (rows, id) => (id ? rows.bytes(id) : rows.null());

/** @param {Year} year @param {Figures} figures */
function* transfers(year, figures) {
  const rows = new CopyRows();
  const story = new Story(year);
  let number = 0;
  for (let what = story.next(); what; what = story.next())
    for (const moved of transfersOf(story, what, figures)) {
      rows.row(13).id(moved.ms, KIND.transfer, number++).bytes(year.people.account);
      if (moved.conversion < 0) rows.null();
      else rows.id(year.createdAt(moved.conversion), KIND.conversion, moved.conversion);
      rows
        .int4(moved.seq)
        .text(moved.debitKind)
        .bytes(moved.debitOwner)
        .text(moved.creditKind)
        .bytes(moved.creditOwner);
      rows
        .int8(moved.minor)
        .text(CURRENCIES[moved.currency] ?? "")
        .time(moved.ms);
      putId(rows, moved.payout);
      putId(rows, moved.clawBack);
      if (rows.isFull) yield rows.take();
    }
  yield rows.end();
}

/** @param {Year} year */
function* clawBacks(year) {
  const rows = new CopyRows();
  for (const month of year.paidMonths.keys())
    for (const order of clawedBack(year, month)) {
      const at = year.payoutAt(month);
      const link = year.link(year.linkOf(order));
      rows
        .row(10)
        .bytes(clawBackId(year, order, at))
        .bytes(year.people.account);
      rows.id(year.createdAt(order), KIND.conversion, order).bytes(link.campaign).bytes(link.affiliate);
      rows
        .int8(year.commissionOf(order))
        .text(CURRENCIES[year.currencyOf(order)] ?? "")
        .text("The order was returned.");
      rows.text(year.people.owner).time(at + CLAWED_BACK_AFTER_MS);
      if (rows.isFull) yield rows.take();
    }
  yield rows.end();
}

/**
 * @typedef {object} Event
 * @property {number} number unique together with its time
 * @property {number} ms
 * @property {string} type
 * @property {Buffer} subject
 * @property {number} seq
 */
/** @param {Story} story @param {number} what @param {Figures} figures @returns {Iterable<Event>} */
function eventsOf(story, what, figures) {
  if (what === PAID) return payoutEvents(story, figures);
  const { year, number, ms } = story;
  const decided = year.statusOf(number) === APPROVED ? "conversion.approved" : "conversion.rejected";
  const type = what === DECIDED ? decided : "conversion.created";
  return [{ number: 2 * number + what, ms, type, subject: year.conversionId(number), seq: what }];
}

/** @param {Story} story @param {Figures} figures @returns {Iterable<Event>} */
function* payoutEvents({ year, number: month, ms }, figures) {
  for (const affiliate of year.people.affiliates.keys())
    for (const currency of CURRENCIES.keys()) {
      const number = year.payoutNumber(month, affiliate, currency);
      if ((figures.payouts.commission[number] ?? 0) === 0) continue;
      yield { number: -1 - number, ms, type: "payout.created", subject: year.payoutId(month, number), seq: 1 };
    }
}

/**
 * A table with a row for each event that `write` writes, from this time on.
 * @param {(year: Year, rows: CopyRows, event: Event & { place: number }) => void} write
 * @param {number} [lastDays]
 * @returns {Filling["rows"]}
 */
const forEachEvent = (write, lastDays) =>
  function* rowsOf(year, figures) {
    const rows = new CopyRows();
    const story = new Story(year);
    if (lastDays !== undefined) story.from(year.size.endsAt - lastDays * DAY_MS);
    let place = 0;
    for (let what = story.next(); what; what = story.next())
      for (const event of eventsOf(story, what, figures)) {
        write(year, rows, { ...event, place: place++ });
        if (rows.isFull) yield rows.take();
      }
    yield rows.end();
  };

/** @param {Year} year @param {CopyRows} rows @param {Event} event */
function eventRow(year, rows, { number, ms, type, subject, seq }) {
  rows.row(7).id(ms, KIND.event, number).bytes(year.people.account).text(type).bytes(subject).int4(seq);
  if (ms < year.size.endsAt - EVENT_DAYS * DAY_MS) rows.null();
  else rows.text(BODY);
  rows.time(ms);
}

/** One in a thousand fails, and the first ones, so that their list fills a page at any size. */
const isFailed = (/** @type {{ place: number }} */ { place }) => place < 60 || mix(place) % 1_000 === 0;

/** @param {Year} year @param {CopyRows} rows @param {Event & { place: number }} event */
function delivery(year, rows, event) {
  const { number, ms, type } = event;
  rows.row(10).id(ms, KIND.delivery, number).bytes(year.people.account).bytes(year.people.endpoint);
  rows
    .id(ms, KIND.event, number)
    .text(isFailed(event) ? "failed" : "delivered")
    .int4(1)
    .time(ms)
    .time(ms)
    .time(ms + 20);
  rows.text(type);
}

/** @param {Year} year @param {CopyRows} rows @param {Event & { place: number }} event */
function attempt(year, rows, event) {
  const { number, ms } = event;
  rows.row(8).id(ms, KIND.attempt, number).id(ms, KIND.delivery, number).bytes(year.people.account).time(ms).int4(20);
  rows
    .int4(isFailed(event) ? 500 : 200)
    .bool(false)
    .bool(false);
}

/** People decide one order in four, and the others are decided automatically. @param {Year} year */
function* auditEntries(year) {
  const rows = new CopyRows();
  const story = new Story(year);
  for (let what = story.next(); what; what = story.next()) {
    const { number, ms } = story;
    if (what !== DECIDED || mix(number) % 4 > 0) continue;
    const status = year.statusOf(number) === APPROVED ? "approved" : "rejected";
    rows.row(9).id(ms, KIND.entry, number).bytes(year.people.account).time(ms).text(year.people.owner);
    rows.text(`conversion.${status}`).text("conversion").id(year.createdAt(number), KIND.conversion, number);
    rows.json('{"status":"pending"}').json(`{"status":"${status}"}`);
    if (rows.isFull) yield rows.take();
  }
  yield rows.end();
}

/** @type {Filling[]} */
export const storyTables = [
  {
    table: "transfers",
    columns: `id, account_id, conversion_id, seq, debit_kind, debit_owner_id, credit_kind, credit_owner_id, amount_minor,
      currency, created_at, payout_id, claw_back_id`,
    rows: transfers,
  },
  {
    table: "claw_backs",
    columns: `id, account_id, conversion_id, campaign_id, affiliate_id, amount_minor, currency, reason, actor, created_at`,
    rows: clawBacks,
  },
  {
    table: "events",
    columns: "id, account_id, type, subject_id, seq, body, created_at",
    rows: forEachEvent(eventRow),
  },
  {
    table: "deliveries",
    columns: `id, account_id, endpoint_id, event_id, status, attempts, due_at, created_at, ended_at, event_type`,
    rows: forEachEvent(delivery, EVENT_DAYS),
  },
  {
    table: "delivery_attempts",
    columns: "id, delivery_id, account_id, started_at, duration_ms, status_code, manual, overtaken",
    rows: forEachEvent(attempt, EVENT_DAYS),
  },
  {
    table: "audit_entries",
    columns: "id, account_id, at, actor, action, subject_kind, subject_id, before, after",
    rows: auditEntries,
  },
];
