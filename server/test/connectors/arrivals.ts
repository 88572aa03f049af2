import { seeded } from "../support/seeded.ts";
import { permutations, shuffledWithRepeats } from "./story.ts";

/** `all` permutations instead of a few, or every nth of them, for the night run. */
// oxlint-disable-next-line node/no-process-env -- how long a run takes is up to who starts it
const wanted = process.env["TRIBUTARY_PERMUTATIONS"];
const REPEATED = 2;

type Order = readonly number[];

/** Which event comes when: any three of them in each of their six orders, and some orders with repeats. */
export function ordersOf(count: number): readonly Order[] {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const all = [...permutations(indexes)];
  if (wanted === "all" || count < 3) return all;
  if (wanted !== undefined) return all.filter((_, index) => index % Number(wanted) === 0);
  const repeated = Array.from({ length: REPEATED }, (_, seed) => shuffledWithRepeats(seeded(seed), indexes));
  return [...covering(all), ...repeated];
}

/**
 * Permutations that together have every three events in every order: 11 of the 5,040 for seven. What is wrong after one
 * order depends on two or three events, hardly ever on more. Starts forwards and backwards, then takes whichever adds
 * the most.
 */
function covering(all: readonly Order[]): readonly Order[] {
  const known = coverings.get(all.length);
  if (known) return known;
  const candidates = all.map((order) => ({ order, threes: threesOf(order) }));
  const missing = new Set(candidates.flatMap(({ threes }) => threes));
  const chosen: Order[] = [];
  const take = ({ order, threes }: (typeof candidates)[number]): void => {
    chosen.push(order);
    for (const three of threes) missing.delete(three);
  };
  for (const each of [candidates.at(0), candidates.at(-1)]) if (each) take(each);
  while (missing.size > 0) {
    const added = candidates.map(({ threes }) => threes.reduce((sum, three) => sum + Number(missing.has(three)), 0));
    const best = candidates[added.indexOf(Math.max(...added))];
    if (best) take(best);
  }
  coverings.set(all.length, chosen);
  return chosen;
}

/** By the number of permutations: finding them takes longer than a story. */
const coverings = new Map<number, readonly Order[]>();

/** Every three events in the order in which they come, as one number each. */
function threesOf(order: Order): number[] {
  return order.flatMap((a, at) =>
    order.slice(at + 1).flatMap((b, after) => order.slice(at + after + 2).map((c) => (a * 100 + b) * 100 + c)),
  );
}
