import type { PaymentFact, RefundedLine, RefundedMoney, RefundFact } from "../../domain/connectors/fact.ts";
import { parseCurrency, type Currency } from "../../domain/values/currency.ts";
import { minorOfDecimal, partOf } from "../shared/decimal-text.ts";
import type { ExactFields } from "../shared/exact-fields.ts";
import { ReceiptProblem } from "../shared/provider.ts";
import { rankedTime } from "../shared/ranked-time.ts";
import { handleOf, isGoods } from "./order.ts";
import { lineCharge, notNegative, shopMoney, sumOf, type Charge, type Taxes } from "./money.ts";

/** The order of a refund, if the refund came with it. */
interface Known extends Taxes {
  readonly updatedAt: Date;
  readonly goods: Charge;
}

/** The refunds that an order lists. The order says whether prices contain tax, so these are more exact. */
export function refundsIn(order: ExactFields, { currency }: Pick<PaymentFact, "currency">): readonly RefundFact[] {
  const taxes = { currency, taxesIncluded: order.isTrue("taxes_included") };
  const charges = order
    .list("line_items")
    .filter(isGoods)
    .map((line) => lineCharge(line, taxes));
  const goods = { net: sumOf(charges.map(({ net }) => net)), gross: sumOf(charges.map(({ gross }) => gross)) };
  const known = { ...taxes, goods, updatedAt: order.time("updated_at") };
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
    counts: isDone && refunded.amountMinor > 0n,
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

interface RefundedGoods {
  readonly refunded: RefundedMoney;
  readonly items: readonly RefundedLine[];
}

/**
 * Shopify books what was refunded beyond the lines, or less than them, as an adjustment: negative if the customer got
 * more. Refunded shipping does not count.
 */
function moneyOf(refund: ExactFields, known: Known | null): RefundedGoods {
  const currency = known?.currency ?? currencyOf(refund);
  if (!currency) return { refunded: { of: "net", amountMinor: 0n }, items: [] };
  const lines = linesOf(refund).flatMap((line) => refundedLine(line, currency, known));
  const net = sumOf(lines.map((line) => line.net));
  const gross = sumOf(lines.map((line) => line.gross));
  const isShipping = (adjustment: ExactFields): boolean => adjustment.optionalText("kind") === "shipping_refund";
  const adjustments = refund.list("order_adjustments").filter((each) => !isShipping(each));
  const beyond = -sumOf(adjustments.map((each) => adjusted(each, currency)));
  if (lines.length > 0 && beyond === 0n) {
    const items = lines.map(({ lineId, quantity, net: amountMinor }) => ({ lineId, quantity, amountMinor }));
    return { refunded: { of: "net", amountMinor: net }, items };
  }
  if (gross > 0n) return withoutItems({ of: "net", amountMinor: partOf(net, notNegative(gross + beyond), gross) });
  if (linesOf(refund).length > 0 && beyond <= 0n) return withoutItems({ of: "net", amountMinor: 0n });
  const goods = adjustments.length > 0 ? beyond : paidBack(refund, currency) - shippingOf(refund, currency, known);
  return withoutItems(
    known
      ? { of: "net", amountMinor: partOf(known.goods.net, goods, known.goods.gross) }
      : { of: "gross", amountMinor: notNegative(goods) },
  );
}

const withoutItems = (refunded: RefundedMoney): RefundedGoods => ({ refunded, items: [] });

const adjusted = (adjustment: ExactFields, currency: Currency): bigint =>
  shopMoney(adjustment, "amount", currency) + shopMoney(adjustment, "tax_amount", currency);

function refundedLine(
  line: ExactFields,
  currency: Currency,
  known: Known | null,
): (Charge & Pick<RefundedLine, "lineId" | "quantity">)[] {
  const item = line.optionalObject("line_item");
  if (item && !isGoods(item)) return [];
  const subtotal = shopMoney(line, "subtotal", currency);
  const tax = shopMoney(line, "total_tax", currency);
  const isIncluded = known ? known.taxesIncluded : containsTax(item, subtotal, tax);
  const charge = isIncluded ? { net: subtotal - tax, gross: subtotal } : { net: subtotal, gross: subtotal + tax };
  return [{ ...charge, lineId: line.text("line_item_id"), quantity: Number(line.whole("quantity")) }];
}

const RATE_DECIMALS = 6;

/** A refund does not say whether its prices contain the tax, but only one of both fits to the rate. */
function containsTax(item: ExactFields | null, subtotal: bigint, tax: bigint): boolean {
  const rates = item?.list("tax_lines").map((line) => minorOfDecimal(line.optionalText("rate") ?? "", RATE_DECIMALS));
  const rate = sumOf((rates ?? []).map((each) => each ?? 0n));
  const one = 10n ** BigInt(RATE_DECIMALS);
  // Both sides times one × (one + rate), so that nothing is rounded.
  const given = tax * one * (one + rate);
  return distance(given, subtotal * rate * one) < distance(given, subtotal * rate * (one + rate));
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

/** Since 2024-10, shipping has lines of its own. */
function shippingOf(refund: ExactFields, currency: Currency, known: Known | null): bigint {
  const lines = refund.list("refund_shipping_lines").map((line) => {
    const tax = known?.taxesIncluded === true ? 0n : shopMoney(line, "tax_amount", currency);
    return shopMoney(line, "subtotal_amount", currency) + tax;
  });
  if (lines.length > 0) return sumOf(lines);
  return -sumOf(refund.list("order_adjustments").map((each) => adjusted(each, currency)));
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
