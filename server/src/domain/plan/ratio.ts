/** An exact fraction, not reduced: sums of a few are exact and cheap. */
export interface Ratio {
  readonly over: bigint;
  /** Above 0. */
  readonly under: bigint;
}

export const whole = (over: bigint): Ratio => ({ over, under: 1n });

export const plus = (a: Ratio, b: Ratio): Ratio =>
  a.under === b.under
    ? { over: a.over + b.over, under: a.under }
    : { over: a.over * b.under + b.over * a.under, under: a.under * b.under };

export const times = (a: Ratio, b: Ratio): Ratio => ({ over: a.over * b.over, under: a.under * b.under });
