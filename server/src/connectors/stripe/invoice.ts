import type { PaidAmounts, PaidItem, PaymentFact } from "../../domain/connectors/fact.ts";
import { apportion } from "../shared/apportion.ts";
import { clickIdOf } from "../shared/click-id.ts";
import {
  fieldsAt,
  integerAt,
  listAt,
  neededInteger,
  neededText,
  textAt,
  valueAt,
  type Fields,
} from "../shared/json-fields.ts";
import { knownItems } from "../shared/known-items.ts";
import { countryAt, couponsOf, dateOf, handlesOf, idAt, stateTime, timeAt, type StripeEvent } from "./event.ts";
import { stripeUnits, type StripeUnits } from "./units.ts";

/** Why Stripe created an invoice, if it is not a later one of a subscription. */
const FIRST_INVOICE = new Set(["subscription_create", "manual", "quote_accept"]);

/** Invoices that Checkout creates. They do not name their session, which has the click and the coupon. */
const OF_CHECKOUT = new Set(["subscription_create", "manual"]);

/** invoice.paid: the only event that counts a payment of a subscription or an invoice. */
export function invoicePaid(event: StripeEvent): PaymentFact {
  const invoice = event.object;
  const id = neededText(invoice, "id");
  const units = stripeUnits(invoice);
  const money = moneyOf(invoice);
  const amounts = amountsOf(money, units);
  // Before 2025-03-31, the invoice names its subscription itself.
  const subscription = idAt(invoice, "parent.subscription_details.subscription") ?? idAt(invoice, "subscription");
  const reason = textAt(invoice, "billing_reason");
  return {
    kind: "payment",
    objectId: id,
    at: stateTime(event, 0),
    handles: [...handlesOf({ invoice: id, subscription }), ...handlesOfPayments(invoice)],
    orderId: `stripe:${id}`,
    number: textAt(invoice, "number") ?? undefined,
    currency: units.currency,
    amounts,
    items: itemsOf(invoice, money, amounts.net),
    paidAt: timeAt(invoice, "status_transitions.paid_at") ?? dateOf(event.createdSeconds),
    customer: { id: idAt(invoice, "customer"), email: textAt(invoice, "customer_email") },
    subscriptionId: subscription,
    renewal: reason !== null && !FIRST_INVOICE.has(reason),
    ...(reason === "subscription_create" && { startsSubscription: true }),
    ...(reason !== null && OF_CHECKOUT.has(reason) && { evidenceFollows: true }),
    country: countryAt(invoice, "customer_address.country") ?? countryAt(invoice, "customer_shipping.address.country"),
    clickId: clickIdOf(
      textAt(invoice, "parent.subscription_details.metadata.service_id"),
      textAt(invoice, "subscription_details.metadata.service_id"),
      textAt(invoice, "metadata.service_id"),
    ),
    coupons: couponsOf(discountsOf(invoice)),
    cancelled: false,
  };
}

/** Before 2025-03-31, the invoice names its payment. Later, invoice_payment.paid does, and an expanded list. */
function handlesOfPayments(invoice: Fields): readonly string[] {
  const named = { payment_intent: idAt(invoice, "payment_intent"), charge: idAt(invoice, "charge") };
  const listed = listAt(invoice, "payments.data").flatMap((each) => handlesOfPayment(each));
  return [...handlesOf(named), ...listed];
}

/** The payment of an invoice payment. */
export const handlesOfPayment = (invoicePayment: Fields): readonly string[] =>
  handlesOf({
    payment_intent: idAt(invoicePayment, "payment.payment_intent"),
    charge: idAt(invoicePayment, "payment.charge"),
  });

/** Discounts that came as objects: a single one in old API versions, or expanded ones. */
export function discountsOf(object: Fields): readonly Fields[] {
  const single = fieldsAt(object, "discount");
  return [...(single === null ? [] : [single]), ...listAt(object, "discounts")];
}

/** In Stripe's units. */
interface InvoiceMoney {
  readonly paid: bigint;
  readonly total: bigint;
  /** Of the total, without tax. */
  readonly net: bigint;
  /** Of the total, without tax and shipping. */
  readonly goods: bigint;
}

function moneyOf(invoice: Fields): InvoiceMoney {
  const total = neededInteger(invoice, "total");
  const net = integerAt(invoice, "total_excluding_tax") ?? total - taxOf(invoice);
  const shipping = netShippingOf(invoice) ?? 0n;
  const paid = neededInteger(invoice, "amount_paid");
  return { paid: paid > 0n ? paid : 0n, total, net, goods: net - shipping };
}

/** Without tax, whether prices contain it or not; null if the object does not say. */
export function netShippingOf(object: Fields): bigint | null {
  const total = integerAt(object, "shipping_cost.amount_total");
  return total === null ? null : total - (integerAt(object, "shipping_cost.amount_tax") ?? 0n);
}

const taxOf = (invoice: Fields): bigint =>
  integerAt(invoice, "tax") ?? sum(listAt(invoice, "total_taxes").map((tax) => neededInteger(tax, "amount")));

/**
 * A customer's credit pays a part of the total, and a debt is added to it. So the base is the goods' share of what was
 * paid: amount_paid × total_excluding_tax / total.
 */
function amountsOf({ paid, total, net, goods }: InvoiceMoney, units: StripeUnits): PaidAmounts {
  const gross = units.minor(paid);
  if (total <= 0n) return { net: gross, netAndShipping: gross, gross };
  const share = (part: bigint): bigint => units.minor(paid, part > 0n ? part : 0n, total);
  return { net: share(goods), netAndShipping: share(net), gross };
}

/**
 * Empty if the lines do not tell all: the list is paged, a proration takes money back, a line has no price, or they do
 * not add up to the goods.
 */
function itemsOf(invoice: Fields, { goods }: InvoiceMoney, netMinor: bigint): readonly PaidItem[] {
  if (valueAt(invoice, "lines.has_more") === true) return [];
  const lines = listAt(invoice, "lines.data");
  const amounts = lines.map(netOfLine);
  if (amounts.some((amount) => amount < 0n) || sum(amounts) !== goods) return [];
  const shares = apportion(netMinor, amounts);
  const items = lines.flatMap((line, index) => itemOf(line, shares[index] ?? 0n) ?? []);
  return items.length === lines.length ? knownItems(items) : [];
}

function itemOf(line: Fields, amountMinor: bigint): PaidItem | null {
  // Before 2025-03-31, the line has the whole price.
  const sku = idAt(line, "pricing.price_details.price") ?? idAt(line, "price");
  if (sku === null) return null;
  const quantity = integerAt(line, "quantity") ?? 1n;
  return {
    lineId: neededText(line, "id"),
    sku,
    productId: idAt(line, "pricing.price_details.product") ?? idAt(line, "price.product"),
    category: null,
    quantity: quantity > 0n ? Number(quantity) : 1,
    amountMinor,
  };
}

/** After discounts and credits, without tax. */
function netOfLine(line: Fields): bigint {
  const discounts = listAt(line, "discount_amounts");
  const credits = listAt(line, "pretax_credit_amounts").filter(({ type }) => type === "credit_balance_transaction");
  const taxes = [
    ...listAt(line, "taxes").filter((tax) => tax["tax_behavior"] === "inclusive"),
    // Before 2025-03-31.
    ...listAt(line, "tax_amounts").filter(({ inclusive }) => inclusive === true),
  ];
  const less = [...discounts, ...credits, ...taxes].map((each) => neededInteger(each, "amount"));
  return neededInteger(line, "amount") - sum(less);
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
