const STEPS = [1, 2, 2.5, 5, 10];

/** Two round values above zero, the upper one at or above the largest. Counts get whole numbers. */
export function ticksFor(largest: number, whole: boolean): readonly [number, number] {
  const half = largest / 2;
  if (half <= 0) return whole ? [1, 2] : [0.5, 1];
  const unit = 10 ** Math.floor(Math.log10(half));
  const step = STEPS.map((factor) => factor * unit).find((each) => each >= half && !(whole && each % 1 !== 0));
  const lower = step ?? Math.ceil(half);
  return [lower, lower * 2];
}

/** The indexes of the labels that fit, always including the first and the last. */
export function labelsFor(count: number, fitting: number): readonly number[] {
  if (count <= 1) return count === 1 ? [0] : [];
  const gaps = Math.max(1, Math.min(count - 1, fitting - 1));
  return Array.from({ length: gaps + 1 }, (_, number) => Math.round((number * (count - 1)) / gaps));
}
