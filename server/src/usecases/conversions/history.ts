import type { ClawBack } from "../../domain/claw-back.ts";
import type { Transition } from "../../store/conversions/conversions.ts";

/** An entry in a conversion's history. */
export interface Step extends Omit<Transition, "action"> {
  readonly action: Transition["action"] | "claw_back";
}

/**
 * A claw-back changes no status, so it is not a transition. It is always the last step: no action is allowed after it.
 */
export function historyOf(transitions: readonly Transition[], clawBack: ClawBack | undefined): Step[] {
  const last = transitions.at(-1);
  if (!clawBack || !last) return [...transitions];
  const { actor, reason, createdAt: at } = clawBack;
  return [...transitions, { seq: last.seq + 1, action: "claw_back", status: last.status, actor, reason, at }];
}
