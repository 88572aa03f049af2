import { divideHalfUp } from "../../domain/values/money.ts";

/** Splits an amount by weights that are not negative. The parts are whole units and add up to the amount. */
export function apportion(amount: bigint, weights: readonly bigint[]): readonly bigint[] {
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  if (sum === 0n) return weights.map(() => 0n);
  let weight = 0n;
  let given = 0n;
  return weights.map((each) => {
    weight += each;
    const part = divideHalfUp(amount * weight, sum) - given;
    given += part;
    return part;
  });
}
