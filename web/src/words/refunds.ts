import type {
  HistoryChange,
  OrderFacts,
  PortalConversionResponse,
  PortalConversionRow,
  RefundPreviewResponse,
} from "tributary-sdk/pages";
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
type Step = HistoryChange & Pick<PortalConversionResponse["history"][number], "action" | "at">;

interface Told {
  /** For the history. */
  readonly what: string;
  /** For the explanation, with its date; undefined if it changed no money. */
  readonly sentence: string | undefined;
}

/** What the conversion was worth when it was tracked. Conversions of earlier versions only know their originals. */
export function firstWorth(
  conversion: Refunded,
  history: readonly Pick<Step, "action" | "adjusted">[],
): { amount: number; commission: number; isPart?: boolean } {
  const { original_amount: amount, original_commission: commission } = conversion;
  const tracked = history.find(({ action }) => action === "track")?.adjusted;
  return tracked ?? { amount: amount ?? conversion.amount, commission: commission ?? conversion.commission };
}

/** Each step of the history in words. A step only tells the new amount, so the change is the difference to the last. */
export function tellHistory(conversion: Refunded, history: readonly Step[], words: Words): readonly Told[] {
  const { currency } = conversion;
  let before = minorOf(firstWorth(conversion, history).amount, currency);
  let refunded = 0n;
  return history.map((step) => {
    const after = step.adjusted ? minorOf(step.adjusted.amount, currency) : before;
    if (step.cause === "refund" || step.cause === "refund_cancelled") refunded += before - after;
    const told = tellStep(conversion, { step, words, change: before - after, total: after + refunded });
    before = after;
    return told;
  });
}

/** Steps that change no money: merchants and affiliates read different words. */
export type Words = Readonly<Record<"track" | "approve" | "reject" | "unreject", string>>;

interface Telling {
  readonly step: Step;
  readonly words: Words;
  /** How much lower the amount is than before. */
  readonly change: bigint;
  /** The order before its refunds. */
  readonly total: bigint;
}

function tellStep(conversion: Refunded, { step, words, change, total }: Telling): Told {
  const { action, adjusted, at } = step;
  if (action === "claw_back" || action === "return") return tellDeduction(conversion, step);
  if (action === "track" || !adjusted)
    return { what: action === "adjust" ? "Adjusted" : words[action], sentence: undefined };
  const { currency, commission_currency: ofCommission } = conversion;
  const commission = moneyText(adjusted.commission, ofCommission);
  const now = moneyText(adjusted.amount, currency);
  const whole = moneyText(majorOf(total, currency), currency);
  const edited = `order edited to ${whole}${whole === now ? "" : ` (${now} after refunds)`}`;
  const size = change === 0n ? (step.refunded ?? 0) : majorOf(change < 0n ? -change : change, currency);
  const ofRefund = step.cause === "refund" ? refundText(size, currency) : cancelledText(size, currency);
  const isEdit = step.cause === "edit";
  const changed = isEdit ? edited : ofRefund;
  const figures = isEdit ? `, commission ${commission}` : `: order ${now}, commission ${commission}`;
  const status = action === "adjust" ? "" : `${words[action]}: `;
  return {
    what: status === "" ? `${sentenceCase(changed)}${figures}` : `${status}${changed}${figures.replace(":", ",")}`,
    sentence: `${dayOf(at)}: ${changed}, ${isEdit ? "commission" : "now"} ${commission}.`,
  };
}

const refundText = (amount: number, currency: string): string => `${moneyText(amount, currency)} refunded`;
const cancelledText = (amount: number, currency: string): string =>
  `refund of ${moneyText(amount, currency)} cancelled`;

function tellDeduction(conversion: Refunded, step: Step): Told {
  const { action, at, cause, refunded, clawed_back: minus, payout_id: payoutId } = step;
  const { currency, commission_currency: ofCommission } = conversion;
  const amount = moneyText(minus ?? 0, ofCommission);
  const day = dayOf(at);
  const causes = {
    refund: refundText(refunded ?? 0, currency),
    refund_cancelled: cancelledText(refunded ?? 0, currency),
    edit: "order edited",
  };
  const effect =
    action === "return"
      ? `deduction of ${amount} returned`
      : `${amount} ${payoutId === null ? "to be deducted" : "deducted"}`;
  const told = cause === null ? effect : `${causes[cause]}, ${effect}`;
  return { what: sentenceCase(told), sentence: `${day}: ${told}.` };
}

/** The server's own reasons say nothing that the step does not say. */
const ownReasons: readonly string[] = ["Refunded", "Order edited", "Refund cancelled"];
export const noteOf = (reason: string | null): string | undefined =>
  reason === null || ownReasons.includes(reason) ? undefined : reason;

type Settling = Refunded & Pick<PortalConversionRow, "status" | "matures_at" | "payout_id" | "rejection_reason">;

/** Ready to pay or paid: refunds no longer change its amount and commission, but are deducted. */
const isSettled = ({ status, matures_at: at, payout_id: payoutId }: Settling, now: number): boolean =>
  status === "approved" && (payoutId !== null || Date.parse(at) <= now);

/** What was refunded of the order, without edits: before the conversion was settled, and later. */
export function refundedParts(
  conversion: Settling,
  lowered: number,
  now: number,
): { total: number; before: number; later: number } {
  const { currency, amount, original_amount: original = amount, refunded_amount: refunded = 0 } = conversion;
  const minor = (major: number): bigint => minorOf(major, currency);
  const real = atLeast0(minor(refunded) - minor(lowered));
  const later = isSettled(conversion, now)
    ? least(real, atLeast0(minor(refunded) - (minor(original) - minor(amount))))
    : 0n;
  return {
    total: majorOf(minor(original) - minor(lowered), currency),
    before: majorOf(real - later, currency),
    later: majorOf(later, currency),
  };
}

const atLeast0 = (minor: bigint): bigint => (minor > 0n ? minor : 0n);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** For the amount and the commission of a conversion with refunds; empty for all others. */
export function refundNotes(
  conversion: Settling,
  { lowered_amount: lowered, deductions }: OrderFacts,
  now: number,
): { amount?: string; commission?: string } {
  const { currency, commission_currency: ofCommission, original_commission: original } = conversion;
  const { total, before, later } = refundedParts(conversion, lowered, now);
  const money = (amount: number): string => moneyText(amount, currency);
  const amount = [
    ...(before > 0 ? [`${money(before)} of ${money(total)} refunded`] : []),
    ...(later > 0 ? [`${money(later)} refunded later`] : []),
  ].join(", ");
  const commission = [
    ...(original !== undefined && original > conversion.commission
      ? [`originally ${moneyText(original, ofCommission)}`]
      : []),
    deductionText(deductions, ofCommission) ?? [],
  ]
    .flat()
    .join(", ");
  return { ...(amount === "" ? {} : { amount }), ...(commission === "" ? {} : { commission }) };
}

/** For a row of a list, which cannot tell refunds from edits; undefined if the amount is the original one. */
export function listNote(conversion: Settling, now: number): string | undefined {
  const { amount, currency, original_amount: original = amount } = conversion;
  if (amount < original) return `originally ${moneyText(original, currency)}`;
  const { later } = refundedParts(conversion, 0, now);
  return later > 0 ? `${moneyText(later, currency)} refunded later` : undefined;
}

/** What payouts deducted and will deduct; undefined if nothing. */
export function deductionText({ deducted, open }: OrderFacts["deductions"], currency: string): string | undefined {
  const parts = [
    ...(deducted > 0 ? [`${moneyText(deducted, currency)} deducted`] : []),
    ...(open > 0 ? [`${moneyText(open, currency)} to be deducted`] : []),
    ...(open < 0 ? [`${moneyText(-open, currency)} to be returned`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** How to restore a conversion of which nothing is left; undefined for all others. */
export function refundedText(conversion: Settling, lowered: number): string | undefined {
  const { status, original_amount: original = 0, refunded_amount: refunded = 0 } = conversion;
  if (status !== "rejected" || refunded === 0 || refunded < original) return undefined;
  return lowered >= refunded
    ? "The order was edited to 0. Raise its total to restore this conversion."
    : "Everything was refunded. Cancel a refund to restore this conversion.";
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

/** What happens when a refund is cancelled. */
export function cancelText(
  { amount, currency }: { amount: number; currency: string },
  conversion: Settling & { affiliate_name: string },
  now: number,
): string {
  if (isSettled(conversion, now))
    return `If it was deducted, the next payout to ${conversion.affiliate_name} returns the deduction.`;
  const more = moneyText(majorOf(minorOf(conversion.amount, currency) + minorOf(amount, currency), currency), currency);
  if (conversion.status === "rejected" && conversion.rejection_reason !== "Refunded")
    return "The conversion stays rejected.";
  const restored = conversion.status === "rejected" ? "The conversion is restored to pending review. " : "";
  return `${restored}The order is ${more} again, and the commission is calculated from that.`;
}
