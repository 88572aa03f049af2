import type { Random } from "../system/random.ts";

const UNAMBIGUOUS = "23456789abcdefghjkmnpqrstuvwxyz";
const CODE_LENGTH = 10;

/** Repeatable randomness: the same seed gives the same sequence. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to just under 1, by mulberry32: good enough for a demo, unsuitable for secrets. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }
  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1));
  }
  happens(probability: number): boolean {
    return this.next() < probability;
  }
  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.whole(0, items.length - 1)] ?? items[0];
  }
  /** Picks one item with a probability proportional to its weight; undefined if there are none. */
  pickByWeight<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item | undefined {
    let left = this.next() * items.reduce((sum, item) => sum + weightOf(item), 0);
    for (const item of items) {
      left -= weightOf(item);
      if (left < 0) return item;
    }
    return items.at(-1);
  }
  /** Around 1: most values are a little smaller, a few much larger, like baskets in a shop. */
  skewed(): number {
    return Math.exp(this.between(-1, 1) + this.between(-0.6, 0.6)) * 0.8;
  }
  bytes(size: number): Buffer {
    return Buffer.from(Array.from({ length: size }, () => this.whole(0, 255)));
  }
}

/** Deals outcomes in fixed proportions and random order, so that even a rare one is certain to happen. */
export class Deck<Outcome extends string> {
  readonly #dice: Dice;
  readonly #cards: readonly Outcome[];
  #left: Outcome[] = [];

  constructor(dice: Dice, counts: Readonly<Record<Outcome, number>>) {
    this.#dice = dice;
    const names = Object.keys(counts) as Outcome[];
    this.#cards = names.flatMap((name) => Array.from({ length: counts[name] }, () => name));
  }

  deal(): Outcome {
    if (this.#left.length === 0) this.#left = [...this.#cards];
    const [card] = this.#left.splice(this.#dice.whole(0, this.#left.length - 1), 1);
    if (card === undefined) throw new Error("A deck needs a card.");
    return card;
  }
}

/**
 * IDs and codes that depend on the seed. Passwords, keys and tokens stay truly random, so knowing the seed does not
 * reveal them.
 */
export function seededIds(real: Random, dice: Dice): Random {
  return {
    ...real,
    uuid: (at) => uuidAt(at, dice),
    affiliateCode: () =>
      Array.from({ length: CODE_LENGTH }, () => UNAMBIGUOUS[dice.whole(0, UNAMBIGUOUS.length - 1)]).join(""),
  };
}

function uuidAt(at: Date, dice: Dice): string {
  const bytes = dice.bytes(16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  // Sets version 7 and the variant of RFC 9562.
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
