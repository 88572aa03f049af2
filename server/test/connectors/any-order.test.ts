import { describe, expect, it } from "vitest";
import { seeded } from "../support/seeded.ts";
import { factsOfEvent, KnownFacts } from "./known-facts.ts";
import { paddleStory } from "./paddle-story.ts";
import { eventsNamed, permutations, shuffledWithRepeats, type Story, type StoryEvent } from "./story.ts";
import { CLICK, NOON } from "./stripe-events.ts";
import { stripeStory } from "./stripe-story.ts";

const stories: readonly { story: Story; seven: readonly (readonly string[])[]; refunded: readonly string[] }[] = [
  {
    story: stripeStory(CLICK, NOON),
    seven: [
      ["session", "paid_1", "link_1", "refund_pending", "refund", "paid_2", "link_2"],
      ["session", "paid_1", "paid_2", "link_2", "disputed", "lost", "won"],
      ["link_1", "paid_1", "refund", "paid_2", "link_2", "lost", "paid_3"],
    ],
    refunded: ["1000", "0", "0", "0"],
  },
  {
    story: paddleStory(CLICK, new Date(NOON * 1_000)),
    seven: [
      ["subscription", "paid_1", "paid_2", "refund_pending", "refund", "chargeback", "reversed"],
      ["paid_1", "paid_2", "paid_3", "paid_4", "refund", "chargeback", "reversed"],
    ],
    refunded: ["1000", "0", "0", "0"],
  },
];

const namesOf = (events: readonly StoryEvent[]): readonly string[] => events.map(({ name }) => name);

interface Refunds {
  readonly refunds: readonly { readonly amountMinor: string }[];
}

describe.each(stories)("the story of $story.provider", ({ story, seven, refunded }) => {
  const facts = new Map(story.events.map((event) => [event, factsOfEvent(story, event)]));
  const ordersAfter = (events: readonly StoryEvent[]): string => {
    const known = new KnownFacts();
    for (const event of events) known.add(facts.get(event) ?? []);
    return known.orders();
  };

  it("ends with four orders, the refund of one of them and no dispute", () => {
    const orders = ordersAfter(story.events)
      .split("\n")
      .map((order) => JSON.parse(order) as Refunds);
    const amounts = orders.map(({ refunds }) => refunds.reduce((sum, each) => sum + BigInt(each.amountMinor), 0n));
    expect(amounts.map(String)).toEqual(refunded);
  });

  it.each(seven.map((names) => ({ names })))("wants the same orders for all 5,040 orders of $names", ({ names }) => {
    const events = eventsNamed(story, names);
    const wanted = ordersAfter(events);
    const tried = [...permutations(events)];
    expect(tried).toHaveLength(5_040);
    expect(tried.filter((permutation) => ordersAfter(permutation) !== wanted).map(namesOf)).toEqual([]);
  });

  it("wants the same orders for 1,000 random orders of all events with repeats", () => {
    const wanted = ordersAfter(story.events);
    const tried = Array.from({ length: 1_000 }, (_, seed) => shuffledWithRepeats(seeded(seed), story.events));
    expect(tried.some(({ length }) => length > story.events.length)).toBe(true);
    expect(tried.filter((events) => ordersAfter(events) !== wanted).map(namesOf)).toEqual([]);
  });
});
