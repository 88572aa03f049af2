import type { Queryable } from "../../db/database.ts";
import type { ClawBack } from "../../domain/claw-back.ts";
import type { Conversion } from "../../domain/conversion.ts";
import type { PayoutId } from "../../domain/ids.ts";
import type { Money } from "../../domain/values/money.ts";
import { isOfEdit, type Refund } from "../../domain/refund.ts";
import { listClawBacksOf } from "../../store/conversions/claw-backs.ts";
import { findOrderConversions } from "../../store/conversions/conversions.ts";
import { findOrderOf } from "../../store/conversions/orders.ts";
import { listRefunds } from "../../store/conversions/refunds.ts";
import { listTransitions, type Transition } from "../../store/conversions/transitions.ts";

/** An entry in a conversion's history. */
export interface Step extends Omit<Transition, "action" | "refundId"> {
  readonly action: Transition["action"] | "claw_back" | "return";
  /** What was clawed back or returned; null for other actions. */
  readonly clawedBack: Money | null;
  /** The payout that deducted or returned it; null until one does, and for other actions. */
  readonly payoutId: PayoutId | null;
  /** Why the order's worth changed; null if a person decided. */
  readonly cause: "refund" | "refund_cancelled" | "edit" | null;
  /** The refund that was recorded or cancelled. */
  readonly refund: Refund | null;
}

/** What changed about a conversion and its order. */
export interface OrderStory {
  readonly history: Step[];
  /** The other conversions of the order, oldest first. */
  readonly others: readonly Conversion[];
  /** The part of its refunds that only edits of the order caused. */
  readonly lowered: Money;
  /** What payouts deducted, less what they returned. */
  readonly deducted: Money;
  /** What the next payout deducts; negative if it returns something. */
  readonly owedBack: Money;
}

export async function readOrderStory(db: Queryable, conversion: Conversion): Promise<OrderStory> {
  const { accountId, id } = conversion;
  const [transitions, clawBacks, conversions, refunds] = await Promise.all([
    listTransitions(db, id),
    listClawBacksOf(db, accountId, id),
    findOrderConversions(db, accountId, id),
    refundsOf(db, conversion),
  ]);
  const edits = refunds.filter((refund) => refund.counted && refund.conversionId === id && isOfEdit(refund));
  const isDeducted = ({ payoutId }: ClawBack): boolean => payoutId !== null;
  const { commission } = conversion;
  return {
    history: historyOf(transitions, clawBacks, refunds),
    others: conversions.filter((other) => other.id !== id),
    lowered: { ...conversion.amount, minor: sumOf(edits) },
    deducted: { ...commission, minor: sumOf(clawBacks.filter(isDeducted)) },
    owedBack: { ...commission, minor: sumOf(clawBacks.filter((each) => !isDeducted(each))) },
  };
}

/** A bonus has no order. */
const refundsOf = async (db: Queryable, conversion: Conversion): Promise<Refund[]> =>
  conversion.kind === "bonus" ? [] : listRefunds(db, conversion.accountId, (await findOrderOf(db, conversion)).id);

const sumOf = (all: readonly { amount: Money }[]): bigint => all.reduce((sum, { amount }) => sum + amount.minor, 0n);

type Change = Omit<Step, "cause" | "refund"> & Pick<Transition, "refundId">;

/** Claw-backs change no status, so they are not transitions. Both together, by time. */
function historyOf(
  transitions: readonly Transition[],
  clawBacks: readonly ClawBack[],
  refunds: readonly Refund[],
): Step[] {
  const changes = transitions.map((transition): Change => ({ ...transition, clawedBack: null, payoutId: null }));
  const steps = clawBacks.map(({ actor, reason, createdAt: at, amount, refundId, payoutId }): Change => ({
    seq: 0,
    action: amount.minor > 0n ? "claw_back" : "return",
    status: "approved",
    actor,
    reason,
    at,
    refundId,
    adjusted: null,
    clawedBack: { ...amount, minor: amount.minor > 0n ? amount.minor : -amount.minor },
    payoutId,
  }));
  return [...changes, ...steps]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ refundId, ...change }, index, all) => {
      const refund = refunds.find(({ id }) => id === refundId) ?? null;
      const isFirst = refund !== null && all.findIndex((each) => each.refundId === refund.id) === index;
      return { ...change, seq: index + 1, refund, cause: causeOf(change, refund, isFirst) };
    });
}

/**
 * A refund changes a conversion when it is recorded, and again if it is cancelled. An edit can return the deduction of a
 * refund that still counts.
 */
function causeOf(
  { action, at }: Pick<Change, "action" | "at">,
  refund: Refund | null,
  isFirst: boolean,
): Step["cause"] {
  if (refund === null) return action === "adjust" ? "edit" : null;
  if (isOfEdit(refund) || (action === "return" && refund.counted)) return "edit";
  return isFirst && action !== "return" && at <= refund.recordedAt ? "refund" : "refund_cancelled";
}
