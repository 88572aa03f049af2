import type {
  PaymentFact,
  RefundedLine,
  RefundedPart,
  RefundedParts,
  RefundFact,
} from "../../domain/connectors/fact.ts";
import { parseCurrency, type Currency } from "../../domain/values/currency.ts";
import { minorOfDecimal } from "../shared/decimal-text.ts";
import type { ExactFields } from "../shared/exact-fields.ts";
import { ReceiptProblem } from "../shared/provider.ts";
import { rankedTime } from "../shared/ranked-time.ts";
import { handleOf, isGoods } from "./order.ts";
import { shopMoney, sumOf, type Taxes } from "./money.ts";

/** The order of a refund, if the refund came with it. */
interface Known extends Taxes {
  readonly updatedAt: Date;
}

/** The refunds that an order lists. */
export function refundsIn(order: ExactFields, { currency }: Pick<PaymentFact, "currency">): readonly RefundFact[] {
  const known = { currency, taxesIncluded: order.isTrue("taxes_included"), updatedAt: order.time("updated_at") };
  return order.list("refunds").map((refund) => refundOf(refund, known));
}

export function refundOf(refund: ExactFields, known: Known | null): RefundFact {
  const id = refund.text("id");
  const createdAt = refund.time("created_at");
  const { refunded, items } = moneyOf(refund, known);
  const transactions = moneyBack(refund);
  const isDone = transactions.length > 0 ? transactions.some(isSuccessful) : linesOf(refund).length > 0;
  return {
    kind: "refund",
    objectId: id,
    // The order knows more about its refund than the refund itself, so it wins within the same second.
    at: known ? rankedTime(known.updatedAt > createdAt ? known.updatedAt : createdAt, 1) : createdAt,
    handles: [handleOf(refund.text("order_id"))],
    counts: isDone && isMoney(refunded),
    refunded,
    items,
    reason: null,
    occurredAt: refund.optionalTime("processed_at") ?? createdAt,
  };
}

const moneyBack = (refund: ExactFields): readonly ExactFields[] =>
  refund.list("transactions").filter((transaction) => transaction.optionalText("kind") === "refund");
const isSuccessful = (transaction: ExactFields): boolean => transaction.optionalText("status") === "success";
const linesOf = (refund: ExactFields): readonly ExactFields[] => refund.list("refund_line_items");

const NOTHING: RefundedPart = { amountMinor: 0n, taxMinor: 0n };

const isMoney = ({ goods, shipping, beyondMinor, paidMinor = 0n }: RefundedParts): boolean =>
  [goods.amountMinor, shipping.amountMinor, beyondMinor, paidMinor].some((amount) => amount > 0n);

/**
 * Shopify books what was refunded beyond the lines, or less than them, as an adjustment: negative if the customer got
 * more.
 */
function moneyOf(
  refund: ExactFields,
  known: Known | null,
): { refunded: RefundedParts; items: readonly RefundedLine[] } {
  const currency = known?.currency ?? currencyOf(refund);
  const nothing = { of: "parts", goods: NOTHING, shipping: NOTHING, beyondMinor: 0n, taxIncluded: false } as const;
  if (!currency) return { refunded: nothing, items: [] };
  const lines = linesOf(refund).flatMap((line) => refundedLine(line, currency));
  const adjustments = refund.list("order_adjustments").filter((each) => !isShipping(each));
  const isMoneyOnly = linesOf(refund).length === 0 && adjustments.length === 0;
  const refunded: RefundedParts = {
    of: "parts",
    goods: totalOf(lines),
    shipping: shippingOf(refund, currency),
    beyondMinor: -sumOf(adjustments.map((each) => adjusted(each, currency))),
    ...(isMoneyOnly && { paidMinor: paidBack(refund, currency) }),
    taxIncluded: known?.taxesIncluded ?? containsTax([...lines, ...shippingLines(refund, currency)]),
  };
  const items = lines.map(({ lineId, quantity, amountMinor }) => ({ lineId, quantity, amountMinor }));
  return { refunded, items: refunded.beyondMinor === 0n ? items : [] };
}

const totalOf = (parts: readonly RefundedPart[]): RefundedPart => ({
  amountMinor: sumOf(parts.map(({ amountMinor }) => amountMinor)),
  taxMinor: sumOf(parts.map(({ taxMinor }) => taxMinor)),
});

const isShipping = (adjustment: ExactFields): boolean => adjustment.optionalText("kind") === "shipping_refund";

const adjusted = (adjustment: ExactFields, currency: Currency): bigint =>
  shopMoney(adjustment, "amount", currency) + shopMoney(adjustment, "tax_amount", currency);

/** A part and the sum of its tax rates, in millionths. */
interface Taxed extends RefundedPart {
  readonly rate: bigint;
}

function refundedLine(line: ExactFields, currency: Currency): (Taxed & Pick<RefundedLine, "lineId" | "quantity">)[] {
  const item = line.optionalObject("line_item");
  if (item && !isGoods(item)) return [];
  const amountMinor = shopMoney(line, "subtotal", currency);
  const taxMinor = shopMoney(line, "total_tax", currency);
  const quantity = Number(line.whole("quantity"));
  return [{ lineId: line.text("line_item_id"), quantity, amountMinor, taxMinor, rate: rateOf(item) }];
}

/** Since 2024-10, shipping has lines of its own. */
const shippingLines = (refund: ExactFields, currency: Currency): Taxed[] =>
  refund.list("refund_shipping_lines").map((line) => ({
    amountMinor: shopMoney(line, "subtotal_amount", currency),
    taxMinor: shopMoney(line, "tax_amount", currency),
    rate: rateOf(line.optionalObject("shipping_line")),
  }));

/** Before that, it was an adjustment, with the tax on top. */
function shippingOf(refund: ExactFields, currency: Currency): RefundedPart {
  const lines = shippingLines(refund, currency);
  const adjustments = refund.list("order_adjustments").filter(isShipping);
  if (lines.length > 0 || adjustments.length === 0) return totalOf(lines);
  const sum = (field: string): bigint => -sumOf(adjustments.map((each) => shopMoney(each, field, currency)));
  return { amountMinor: sum("amount"), taxMinor: sum("tax_amount"), isNet: true };
}

const RATE_DECIMALS = 6;

function rateOf(item: ExactFields | null): bigint {
  const rates = item?.list("tax_lines").map((line) => minorOfDecimal(line.optionalText("rate") ?? "", RATE_DECIMALS));
  return sumOf((rates ?? []).map((each) => each ?? 0n));
}

/** A refund does not say whether its prices contain the tax, but only one of both fits to the rate. */
function containsTax(parts: readonly Taxed[]): boolean {
  const taxed = parts.find(({ taxMinor, rate }) => taxMinor > 0n && rate > 0n);
  if (!taxed) return false;
  const { amountMinor, taxMinor, rate } = taxed;
  const one = 10n ** BigInt(RATE_DECIMALS);
  // Both sides times one × (one + rate), so that nothing is rounded.
  const given = taxMinor * one * (one + rate);
  return distance(given, amountMinor * rate * one) < distance(given, amountMinor * rate * (one + rate));
}

const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);

function paidBack(refund: ExactFields, currency: Currency): bigint {
  return sumOf(
    moneyBack(refund)
      .filter(isSuccessful)
      .map((transaction) => {
        const paidIn = transaction.optionalText("currency") ?? currency;
        if (paidIn.toUpperCase() !== currency)
          throw new ReceiptProblem(`The refund was paid in ${paidIn} and names no amount in ${currency}.`);
        return transaction.major("amount", currency);
      }),
  );
}

/** The shop's currency, as the amounts of the refund name it. */
function currencyOf(refund: ExactFields): Currency | undefined {
  const sets = [
    ...linesOf(refund).map((line) => line.optionalObject("subtotal_set")),
    ...refund.list("order_adjustments").map((each) => each.optionalObject("amount_set")),
    ...refund.list("refund_shipping_lines").map((line) => line.optionalObject("subtotal_amount_set")),
  ];
  const named = sets.map((set) => set?.optionalObject("shop_money")?.optionalText("currency_code"));
  const paidIn = refund.list("transactions").map((transaction) => transaction.optionalText("currency"));
  const code = [...named, ...paidIn].find((text) => typeof text === "string");
  const currency = code === undefined || code === null ? undefined : parseCurrency(code);
  if (!currency && (linesOf(refund).length > 0 || moneyBack(refund).length > 0))
    throw new ReceiptProblem("The refund names no currency.");
  return currency;
}
