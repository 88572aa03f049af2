import type { ProviderName } from "tributary-sdk/words";
import type { InboundRequest } from "../../src/connectors/shared/provider.ts";
import type { Seeded } from "../support/seeded.ts";

export interface StoryEvent {
  readonly name: string;
  readonly body: string;
  /** Besides the signature. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What a provider sends about one customer, in the order in which it happened. */
export interface Story {
  readonly provider: ProviderName;
  readonly secret: string;
  readonly events: readonly StoryEvent[];
  /** Signed as by the provider. */
  sign(event: StoryEvent, now: Date): InboundRequest;
}

export function eventsNamed({ events }: Story, names: readonly string[]): readonly StoryEvent[] {
  return names.map((name) => {
    const found = events.find((event) => event.name === name);
    if (!found) throw new Error(`The story has no ${name}.`);
    return found;
  });
}

/** All orders in which the items can arrive: 5,040 for seven. */
export function* permutations<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  if (items.length <= 1) yield items;
  for (const [index, first] of items.entries())
    if (items.length > 1) for (const rest of permutations(items.toSpliced(index, 1))) yield [first, ...rest];
}

/** All items in a random order, some of them again. */
export function shuffledWithRepeats<Item>(random: Seeded, items: readonly Item[]): readonly Item[] {
  const repeats = Array.from({ length: random.below(items.length) }, () => random.pick(items));
  const shuffled = [...items, ...repeats];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item];
  }
  return shuffled;
}
