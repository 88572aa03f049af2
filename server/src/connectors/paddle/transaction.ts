import type { PaidItem, PaymentFact } from "../../domain/connectors/fact.ts";
import { parseCurrency, type Currency } from "../../domain/values/currency.ts";
import { divideHalfUp } from "../../domain/values/money.ts";
import { apportion } from "../shared/apportion.ts";
import { clickIdOf } from "../shared/click-id.ts";
import { integerAt, listAt, neededInteger, neededText, textAt, type Fields } from "../shared/json-fields.ts";
import { knownItems } from "../shared/known-items.ts";
import { ReceiptProblem } from "../shared/provider.ts";

/** A Paddle event: https://developer.paddle.com/webhooks/overview. */
export interface PaddleEvent {
  readonly type: string;
  readonly data: Fields;
  readonly occurredAt: Date;
}

/** transaction.completed */
export function transactionCompleted({ data, occurredAt }: PaddleEvent): readonly PaymentFact[] {
  const id = neededText(data, "id");
  const origin = textAt(data, "origin") ?? "";
  const subscription = textAt(data, "subscription_id");
  const money = moneyOf(data);
  // A changed card is no payment.
  if (money.paid === 0n && origin === "subscription_payment_method_change") return [];
  const net = money.total === 0n ? 0n : divideHalfUp(money.paid * money.goods, money.total);
  return [
    {
      kind: "payment",
      objectId: id,
      at: occurredAt,
      handles: [`transaction:${id}`, ...(subscription === null ? [] : [`subscription:${subscription}`])],
      orderId: `paddle:${id}`,
      number: textAt(data, "invoice_number") ?? undefined,
      currency: currencyOf(data),
      amounts: { net, netAndShipping: net, gross: money.paid },
      items: itemsOf(data, money.goods, net),
      paidAt: capturedAt(data) ?? occurredAt,
      customer: { id: textAt(data, "customer_id"), email: null },
      subscriptionId: subscription,
      // Renewals, upgrades and one-time charges carry the custom data of the first transaction.
      renewal: origin.startsWith("subscription_"),
      ...(subscription !== null && !origin.startsWith("subscription_") && { startsSubscription: true }),
      country: null,
      clickId: clickIdOf(textAt(data, "custom_data.service_id")),
      coupons: couponsAt(data, "discount_id"),
      cancelled: false,
    },
  ];
}

/** The discount that an order names by its ID. */
export function couponsAt(data: Fields, path: string): readonly { readonly couponId: string }[] {
  const couponId = textAt(data, path);
  return couponId === null ? [] : [{ couponId }];
}

export function currencyOf(data: Fields): Currency {
  const code = neededText(data, "currency_code");
  const currency = parseCurrency(code);
  if (currency === undefined) throw new ReceiptProblem(`Tributary does not know the currency ${code.slice(0, 10)}.`);
  return currency;
}

interface TransactionMoney {
  /** What the customer's credit left to pay. Without credit, the total. */
  readonly paid: bigint;
  readonly total: bigint;
  /** Of the total, after discounts and without tax. */
  readonly goods: bigint;
}

function moneyOf(data: Fields): TransactionMoney {
  const goods = neededInteger(data, "details.totals.subtotal") - (integerAt(data, "details.totals.discount") ?? 0n);
  const total = neededInteger(data, "details.totals.total");
  const paid = integerAt(data, "details.totals.grand_total") ?? total;
  // A downgrade can give money back.
  return total <= 0n || paid <= 0n || goods < 0n ? { paid: 0n, total: 0n, goods: 0n } : { paid, total, goods };
}

/** Empty if the lines do not tell all: a proration takes money back, or they do not add up. */
function itemsOf(data: Fields, goods: bigint, netMinor: bigint): readonly PaidItem[] {
  const lines = listAt(data, "details.line_items");
  const amounts = lines.map(
    (line) => (integerAt(line, "totals.subtotal") ?? 0n) - (integerAt(line, "totals.discount") ?? 0n),
  );
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  if (amounts.some((amount) => amount < 0n) || sum !== goods) return [];
  const shares = apportion(netMinor, amounts);
  const items = lines.map((line, index) => ({
    lineId: neededText(line, "id"),
    sku: neededText(line, "price_id"),
    productId: textAt(line, "product.id"),
    category: null,
    quantity: Number(neededInteger(line, "quantity")),
    amountMinor: shares[index] ?? 0n,
  }));
  return knownItems(items);
}

/** When the last payment arrived: an invoice is billed long before. */
function capturedAt(data: Fields): Date | null {
  const times = listAt(data, "payments")
    .filter(({ status }) => status === "captured")
    .flatMap((payment) => textAt(payment, "captured_at") ?? [])
    .toSorted();
  const last = times.at(-1);
  return last === undefined ? null : timeOf(last);
}

export function timeOf(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new ReceiptProblem(`${text.slice(0, 40)} is not a time.`);
  return time;
}
