/**
 * Shops date their states by the second, and an order is often created and paid within one. Of two states of the same
 * second, the one with the higher rank is the later one.
 */
export const rankedTime = (second: Date, rank: number): Date => new Date(second.getTime() + rank);

/** An order is first unpaid, then paid, then cancelled. */
export const rankOf = ({ isPaid, isCancelled }: { isPaid: boolean; isCancelled: boolean }): number =>
  isCancelled ? 2 : isPaid ? 1 : 0;
