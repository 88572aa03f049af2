import type { PortalConversionResponse, PortalConversionRow, RefundPreviewResponse } from "tributary-sdk/pages";
import { dayOf } from "../format/dates.ts";
import { sentenceCase } from "../format/sentence-case.ts";
import { majorOf, minorOf, moneyText } from "../format/numbers.ts";

/** What merchants and affiliates see of a conversion and its history. */
export type Refunded = Pick<
  PortalConversionRow,
  | "amount"
  | "currency"
  | "commission"
  | "commission_currency"
  | "original_amount"
  | "original_commission"
  | "refunded_amount"
>;
type Step = Pick<PortalConversionResponse["history"][number], "action" | "adjusted" | "clawed_back" | "at">;

interface Told {
  /** For the history. */
  readonly what: string;
  /** For the explanation, with its date; undefined if it changed no money. */
  readonly sentence: string | undefined;
}

/** Each step of the history in words. A step only tells the new amount, so the change is the difference to the last. */
export function tellHistory(conversion: Refunded, history: readonly Step[], words: Words): readonly Told[] {
  let before = firstAmount(conversion, history);
  return history.map((step) => {
    const told = tellStep(conversion, { step, before, words });
    before = step.adjusted?.amount ?? before;
    return told;
  });
}

/** The original amount includes later edits of the order, which the first refund did not know. */
function firstAmount(
  { original_amount: original, amount, currency }: Refunded,
  history: readonly Pick<Step, "adjusted">[],
): number {
  const steps = history.flatMap(({ adjusted }) => adjusted ?? []);
  const edited = steps.map(({ by_refund: isRefund, amount: after }, index) => {
    const previous = steps[index - 1];
    return isRefund || !previous ? 0n : minorOf(after, currency) - minorOf(previous.amount, currency);
  });
  return majorOf(
    edited.reduce((minor, more) => minor - more, minorOf(original ?? amount, currency)),
    currency,
  );
}

/** Steps that change no money: merchants and affiliates read different words. */
export type Words = Readonly<Record<"track" | "approve" | "reject" | "unreject", string>>;

function tellStep(
  { currency, commission_currency: ofCommission }: Refunded,
  { step, before, words }: { step: Step; before: number; words: Words },
): Told {
  const { action, adjusted, clawed_back: deducted, at } = step;
  const day = dayOf(at);
  if (action === "claw_back" || action === "return") {
    const amount = moneyText(deducted ?? 0, ofCommission);
    return action === "claw_back"
      ? { what: `${amount} deducted`, sentence: `${day}: ${amount} deducted.` }
      : { what: `Deduction returned: ${amount}`, sentence: `${day}: deduction of ${amount} returned.` };
  }
  if (!adjusted) return { what: action === "adjust" ? "Adjusted" : words[action], sentence: undefined };
  const change = minorOf(before, currency) - minorOf(adjusted.amount, currency);
  const size = moneyText(majorOf(change < 0n ? -change : change, currency), currency);
  const byRefund = change < 0n ? `refund of ${size} cancelled` : `${size} refunded`;
  const changed = adjusted.by_refund ? byRefund : "order edited";
  const commission = moneyText(adjusted.commission, ofCommission);
  const figures = `order ${moneyText(adjusted.amount, currency)}, commission ${commission}`;
  const status = action === "adjust" ? "" : `${words[action]}: `;
  return {
    what: status === "" ? `${sentenceCase(changed)}: ${figures}` : `${status}${changed}, ${figures}`,
    sentence: `${day}: ${changed}, now ${commission}.`,
  };
}

/** The server's own reasons say nothing that the step does not say. */
const ownReasons: readonly string[] = ["Refunded", "Order edited"];
export const noteOf = (reason: string | null): string | undefined =>
  reason === null || ownReasons.includes(reason) ? undefined : reason;

/** For the amount and the commission of a conversion with refunds; empty for all others. */
export function refundNotes(conversion: Refunded): { amount?: string; commission?: string } {
  const { original_amount: amount, original_commission: commission, refunded_amount: refunded } = conversion;
  if (amount === undefined || refunded === undefined || refunded === 0) return {};
  return {
    amount: `${moneyText(refunded, conversion.currency)} of ${moneyText(amount, conversion.currency)} refunded`,
    ...(commission === undefined || commission === conversion.commission
      ? {}
      : { commission: `originally ${moneyText(commission, conversion.commission_currency)}` }),
  };
}

/** What happens when the refund is saved. */
export function previewText(
  { before, after, deducted }: RefundPreviewResponse,
  { currency, affiliate }: { currency: string; affiliate: string },
): string {
  const money = (amount: number): string => moneyText(amount, currency);
  if (deducted > 0) return `${money(deducted)} will be deducted from the next payout to ${affiliate}.`;
  if (before.status === "rejected") return "The conversion is rejected, so nothing else changes.";
  const commission = `Commission ${money(before.commission)} → ${money(after.commission)}`;
  if (after.status === "rejected")
    return `${commission}. The conversion will be rejected: nothing is left of the order.`;
  return before.commission === after.commission ? `Commission stays ${money(before.commission)}.` : commission;
}
