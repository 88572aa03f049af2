// Tables with a row for each click or each order.
import { CopyRows, idBytes, mix, textArray } from "./copy-rows.mjs";
import { APPROVED, CURRENCIES, DAY_MS, KIND, PENDING, STATUSES } from "./year.mjs";

/** @typedef {import("./year.mjs").Year} Year */
/** @typedef {{ table: string, columns: string, rows: (year: Year) => Iterable<Buffer> }} Filling */

const WINDOW_MS = 30 * DAY_MS;
const SIGNS = {
  none: textArray([]),
  noClick: textArray(["code_without_click"]),
  fast: textArray(["fast_conversion"]),
  shared: textArray(["shared_address"]),
  disagree: textArray(["code_and_click_disagree"]),
};
const ACTION = ["", "approve", "reject"];

/**
 * The clicks of one month.
 * @param {Year} year @param {{ from: number, to: number }} month
 */
export function* clicksOf(year, { from, to }) {
  const rows = new CopyRows();
  const { account } = year.people;
  const spacing = (year.size.endsAt - year.startsAt) / year.size.clicks;
  let click = Math.max(0, Math.floor((from - year.startsAt) / spacing) - 2);
  while (click < year.size.clicks && year.clickedAt(click) < from) click += 1;
  for (; click < year.size.clicks; click += 1) {
    const ms = year.clickedAt(click);
    if (ms >= to) break;
    const link = year.link(year.linkOfClick(click));
    rows.row(8).id(ms, KIND.click, click).bytes(account).bytes(link.campaign).bytes(link.id);
    rows
      .time(ms)
      .time(ms + WINDOW_MS)
      .null()
      .null();
    if (rows.isFull) yield rows.take();
  }
  yield rows.end();
}
export const CLICK_COLUMNS = "id, account_id, campaign_id, affiliation_id, clicked_at, expires_at, sub, address_hash";

/** @param {Year} year @param {number} order */
const signsOf = (year, order) => {
  if (!year.isClicked(order)) return SIGNS.noClick;
  if (order % 100 === 98) return SIGNS.fast;
  if (order % 200 === 99) return SIGNS.shared;
  return order % 200 === 199 ? SIGNS.disagree : SIGNS.none;
};

/** @param {Year} year @param {number} order */
const customerKey = (year, order) => idBytes({ ms: year.createdAt(order), kind: 99, number: order });

const CONVERSION_COLUMNS = `id, account_id, campaign_id, affiliate_id, affiliation_id, external_id, amount_minor, currency,
  commission_minor, commission_currency, status, created_at, matures_at, approved_at, rejected_at, payout_id, seq,
  attributed_by, click_id, clicked_at, click_expires_at, commission_type, commission_value, rule_currency, warning_signs,
  customer_key`;

/** @param {Year} year @param {CopyRows} rows @param {number} order */
function conversion(year, rows, order) {
  const at = year.createdAt(order);
  const link = year.link(year.linkOf(order));
  const currency = year.currencyOf(order);
  const code = /** @type {string} */ (CURRENCIES[currency]);
  const status = year.statusOf(order);
  const decidedAt = year.decidedAt(order);
  const month = year.paidMonthOf(order);
  rows.row(26).id(at, KIND.conversion, order).bytes(year.people.account).bytes(link.campaign).bytes(link.affiliate);
  rows
    .bytes(link.id)
    .text(`order-${order + 1}`)
    .int8(year.amountOf(order))
    .text(code);
  rows
    .int8(year.commissionOf(order))
    .text(code)
    .text(STATUSES[status] ?? "")
    .time(at)
    .time(year.maturesAt(order));
  rows.time(status === APPROVED ? decidedAt : undefined);
  rows.time(status === PENDING || status === APPROVED ? undefined : decidedAt);
  if (month < 0) rows.null();
  else rows.bytes(year.payoutId(month, year.payoutNumber(month, link.affiliateNumber, currency)));
  rows.int4(status === PENDING ? 1 : 2);
  if (year.isClicked(order)) {
    const click = year.clickOf(order);
    const clickedAt = year.clickedAt(click);
    rows
      .text("click")
      .id(clickedAt, KIND.click, click)
      .time(clickedAt)
      .time(clickedAt + WINDOW_MS);
  } else rows.text("code").null().null().null();
  rows.text("percentage").int8(100_000).text(code).bytes(signsOf(year, order));
  if (year.isOfCustomer(order)) rows.bytes(customerKey(year, order));
  else rows.null();
}

/**
 * A table with a row for each order that `write` writes.
 * @param {(year: Year, rows: CopyRows, order: number) => void} write
 * @returns {Filling["rows"]}
 */
const forEachOrder = (write) =>
  function* rowsOf(year) {
    const rows = new CopyRows();
    for (let order = 0; order < year.size.conversions; order += 1) {
      write(year, rows, order);
      if (rows.isFull) yield rows.take();
    }
    yield rows.end();
  };

/** @param {Year} year @param {CopyRows} rows @param {number} order */
function orderRow(year, rows, order) {
  const at = year.createdAt(order);
  rows
    .row(9)
    .id(at, KIND.order, order)
    .bytes(year.people.account)
    .text("api")
    .text(`order-${order + 1}`);
  rows
    .int8(year.amountOf(order))
    .text(CURRENCIES[year.currencyOf(order)] ?? "")
    .time(at)
    .id(at, KIND.conversion, order);
  if (year.isOfCustomer(order)) rows.bytes(customerKey(year, order));
  else rows.null();
}

/** @param {Year} year @param {CopyRows} rows @param {number} order */
function transitions(year, rows, order) {
  const at = year.createdAt(order);
  const status = year.statusOf(order);
  const write = (/** @type {{ seq: number, action: string, status: number, ms: number }} */ step) => {
    rows
      .row(8)
      .id(at, KIND.conversion, order)
      .int4(step.seq)
      .text(step.action)
      .text(STATUSES[step.status] ?? "");
    rows.text(year.people.owner).time(step.ms).int8(year.amountOf(order)).int8(year.commissionOf(order));
  };
  write({ seq: 1, action: "track", status: PENDING, ms: at });
  if (status !== PENDING) write({ seq: 2, action: ACTION[status] ?? "", status, ms: year.decidedAt(order) });
}

/** @param {Year} year @param {CopyRows} rows @param {number} order */
function line(year, rows, order) {
  const month = year.paidMonthOf(order);
  if (month < 0) return;
  const { affiliateNumber } = year.link(year.linkOf(order));
  rows.row(4).bytes(year.payoutId(month, year.payoutNumber(month, affiliateNumber, year.currencyOf(order))));
  rows.bytes(year.people.account).id(year.createdAt(order), KIND.conversion, order).int8(year.commissionOf(order));
}

/** @param {Year} year @param {CopyRows} rows @param {number} order */
function customer(year, rows, order) {
  if (!year.isOfCustomer(order)) return;
  const link = year.link(year.linkOf(order));
  rows.row(5).bytes(year.people.account).bytes(link.campaign).bytes(customerKey(year, order)).bytes(link.id);
  rows.time(year.createdAt(order));
}

/** @param {Year} year @param {CopyRows} rows @param {number} order */
function claim(year, rows, order) {
  if (!year.isClaimed(order)) return;
  const at = year.createdAt(order);
  const link = year.link(year.linkOf(order));
  const isOpen = mix(order) % 100 === 0 || order < 3_000;
  rows.row(14).id(at, KIND.claim, order).bytes(year.people.account).bytes(link.campaign).bytes(link.affiliate);
  rows
    .bytes(link.id)
    .text(`order-${order + 1}-x`)
    .time(at)
    .text(isOpen ? "open" : "answered")
    .text("unknown");
  rows.text("Nothing is known about this order.").time(at).time(at);
  if (isOpen) rows.null().null();
  else rows.time(at + DAY_MS).text("No.");
}

/** @type {Filling[]} */
export const orderTables = [
  { table: "conversions", columns: CONVERSION_COLUMNS, rows: forEachOrder(conversion) },
  {
    table: "orders",
    columns: "id, account_id, source, external_id, amount_minor, currency, paid_at, conversion_id, customer_key",
    rows: forEachOrder(orderRow),
  },
  {
    table: "conversion_transitions",
    columns: "conversion_id, seq, action, status, actor, at, amount_minor, commission_minor",
    rows: forEachOrder(transitions),
  },
  {
    table: "payout_lines",
    columns: "payout_id, account_id, conversion_id, amount_minor",
    rows: forEachOrder(line),
  },
  {
    table: "customers",
    columns: "account_id, campaign_id, key, affiliation_id, bound_at",
    rows: forEachOrder(customer),
  },
  {
    table: "claims",
    columns: `id, account_id, campaign_id, affiliate_id, affiliation_id, external_id, approximate_time, state, finding,
      finding_text, asked_at, opened_at, answered_at, answer`,
    rows: forEachOrder(claim),
  },
];
