import type { Conversion } from "./conversion.ts";
import { least } from "./order-remainder.ts";
import type { Settlement } from "./refund.ts";

/** What a conversion takes of a budget or of its customer's limit. */
export const spentOn = ({ status, commission }: Conversion): bigint => (status === "rejected" ? 0n : commission.minor);

/**
 * Limits what a settlement gives back to the room that is left of the customer's limit: first what it returns of
 * claw-backs, then the new part of a paid conversion, then the commission itself.
 */
export function withinRoom(
  before: Conversion,
  settlement: Settlement,
  roomMinor: bigint,
): { settlement: Settlement; roomMinor: bigint } {
  const { after, clawBackMinor, addition } = settlement;
  const added = addition?.left.commission.minor ?? 0n;
  const increase = spentOn(after) - spentOn(before) - clawBackMinor + added;
  if (increase <= roomMinor) return { settlement, roomMinor: roomMinor - increase };
  const excess = increase - roomMinor;
  const fromReturn = least(excess, clawBackMinor < 0n ? -clawBackMinor : 0n);
  const fromAddition = least(excess - fromReturn, added);
  const limited = {
    ...settlement,
    clawBackMinor: clawBackMinor + fromReturn,
    addition: addition && { ...addition, left: lessBy(addition.left, fromAddition) },
    after: lessBy(after, excess - fromReturn - fromAddition),
  };
  return { settlement: limited, roomMinor: 0n };
}

const lessBy = <Paid extends Pick<Conversion, "commission">>(paid: Paid, minor: bigint): Paid => ({
  ...paid,
  commission: { ...paid.commission, minor: paid.commission.minor - minor },
});
