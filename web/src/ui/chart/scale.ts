const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

const CENTS = 100;

/** Two round values above zero, the upper one at or above the largest. Counts get whole numbers, amounts whole cents. */
export function ticksFor(largest: number, whole: boolean): readonly [number, number] {
  if (largest <= 0) return whole ? [1, 2] : [0.5, 1];
  const perUnit = whole ? 1 : CENTS;
  const half = (largest * perUnit) / 2;
  const unit = 10 ** Math.floor(Math.log10(half));
  const step = STEPS.map((factor) => factor * unit).find((each) => each >= half && each % 1 === 0);
  const lower = step ?? Math.ceil(half);
  return [lower / perUnit, (lower * 2) / perUnit];
}

/** The indexes of the labels that fit, always including the first and the last. */
export function labelsFor(count: number, fitting: number): readonly number[] {
  if (count <= 1) return count === 1 ? [0] : [];
  const gaps = Math.max(1, Math.min(count - 1, fitting - 1));
  return Array.from({ length: gaps + 1 }, (_, number) => Math.round((number * (count - 1)) / gaps));
}
