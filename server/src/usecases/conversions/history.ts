import type { ClawBack } from "../../domain/claw-back.ts";
import type { Money } from "../../domain/money.ts";
import type { Transition } from "../../store/conversions/transitions.ts";

/** An entry in a conversion's history. */
export interface Step extends Omit<Transition, "action"> {
  readonly action: Transition["action"] | "claw_back" | "return";
  /** What was clawed back or returned; null for other actions. */
  readonly clawedBack: Money | null;
}

/** Claw-backs change no status, so they are not transitions. Both together, by time. */
export function historyOf(transitions: readonly Transition[], clawBacks: readonly ClawBack[]): Step[] {
  const changes = transitions.map((transition): Step => ({ ...transition, clawedBack: null }));
  const steps = clawBacks.map(({ actor, reason, createdAt: at, amount, refundId }): Step => ({
    seq: 0,
    action: amount.minor > 0n ? "claw_back" : "return",
    status: "approved",
    actor,
    reason,
    at,
    refundId,
    adjusted: null,
    clawedBack: { ...amount, minor: amount.minor > 0n ? amount.minor : -amount.minor },
  }));
  return [...changes, ...steps]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map((step, index) => ({ ...step, seq: index + 1 }));
}
