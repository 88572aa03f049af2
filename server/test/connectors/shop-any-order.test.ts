import { describe, expect, it } from "vitest";
import { seeded } from "../support/seeded.ts";
import { factsOfEvent, KnownFacts } from "./known-facts.ts";
import { genericStory, lemonStory, shopifyStory, wooStory } from "./shop-stories.ts";
import { eventsNamed, permutations, shuffledWithRepeats, type Story, type StoryEvent } from "./story.ts";
import { CLICK, NOON } from "./stripe-events.ts";

const start = new Date(NOON * 1_000);

/** What is left of each order: its amount and its refunds, in cents. */
type Left = readonly (readonly [orderId: string, amount: string, refunded: string])[];

const stories: readonly { story: Story; some: readonly (readonly string[])[]; left: Left }[] = [
  {
    story: shopifyStory(CLICK, start),
    some: [
      ["pending", "paid", "captured", "second", "refund", "updated", "cancelled"],
      ["paid", "captured", "refund", "updated", "edited", "grown", "cancelled"],
    ],
    left: [
      ["shopify:4501", "12000", "5000"],
      ["shopify:4502", "10000", "10000"],
    ],
  },
  {
    story: wooStory(CLICK, start),
    some: [
      ["created", "paid", "completed", "renewal_30", "refund_1", "refund_2", "cancelled"],
      ["created", "paid", "renewal_30", "renewal_60", "refund_1", "refund_2", "cancelled"],
    ],
    left: [
      ["woo:shop.example:30", "10000", "0"],
      ["woo:shop.example:60", "10000", "10000"],
      ["woo:shop.example:727", "10000", "1000"],
    ],
  },
  {
    story: lemonStory(CLICK, start),
    some: [["order", "initial", "renewal_30", "renewal_60", "refund_1", "refund_2", "renewal_refund"]],
    left: [
      ["ls:inv:30", "2000", "0"],
      ["ls:inv:60", "2000", "2000"],
      ["ls:order:1", "2000", "1000"],
    ],
  },
  {
    story: genericStory(CLICK, start),
    some: [["paid", "updated", "second", "refund_1", "refund_2", "refund_3"]],
    left: [
      ["order-1001", "6000", "1500"],
      ["order-1002", "4999", "4999"],
    ],
  },
];

const namesOf = (events: readonly StoryEvent[]): readonly string[] => events.map(({ name }) => name);

interface Wanted {
  readonly orderId: string;
  readonly amountMinor: string;
  readonly refunds: readonly { readonly amountMinor: string }[];
}

describe.each(stories)("the story of $story.provider", ({ story, some, left }) => {
  const facts = new Map(story.events.map((event) => [event, factsOfEvent(story, event)]));
  const ordersAfter = (events: readonly StoryEvent[]): string => {
    const known = new KnownFacts();
    for (const event of events) known.add(facts.get(event) ?? []);
    return known.orders();
  };

  it("ends with its orders and refunds", () => {
    const orders = ordersAfter(story.events)
      .split("\n")
      .map((order) => JSON.parse(order) as Wanted);
    const found = orders.map(({ orderId, amountMinor, refunds }) => [
      orderId,
      amountMinor,
      String(refunds.reduce((sum, refund) => sum + BigInt(refund.amountMinor), 0n)),
    ]);
    expect(found).toEqual(left);
  });

  it.each(some.map((names) => ({ names })))("wants the same for all permutations of $names", ({ names }) => {
    const events = eventsNamed(story, names);
    const wanted = ordersAfter(events);
    const tried = [...permutations(events)];
    expect(tried.length).toBeGreaterThanOrEqual(720);
    expect(tried.filter((permutation) => ordersAfter(permutation) !== wanted).map(namesOf)).toEqual([]);
  });

  it("wants the same for 1,000 random orders of all events with repeats", () => {
    const wanted = ordersAfter(story.events);
    const tried = Array.from({ length: 1_000 }, (_, seed) => shuffledWithRepeats(seeded(seed), story.events));
    expect(tried.filter((events) => ordersAfter(events) !== wanted).map(namesOf)).toEqual([]);
  });
});
