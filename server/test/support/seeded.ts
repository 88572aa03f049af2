/** Pseudorandom numbers that are the same in every run, so that a failure can be repeated with its seed. */
export interface Seeded {
  /** An integer from 0 to below `limit` (at most 2^48). */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

const WORD = 2 ** 32;
const HALF = 2 ** 24;

export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  // mulberry32
  const word = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number =>
    limit <= WORD ? word() % limit : ((word() % HALF) * HALF + (word() % HALF)) % limit;
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("Nothing to pick from.");
      return item;
    },
  };
}
