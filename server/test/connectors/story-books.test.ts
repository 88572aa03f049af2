import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { rounds } from "../support/parallel.ts";
import { seeded } from "../support/seeded.ts";
import { ledgerFaults } from "../support/world.ts";
import { paddleStory } from "./paddle-story.ts";
import { aStoryShop, booksAfter, booksOf, send, undone, withSecondConnector, type Tell } from "./story-shop.ts";
import { shuffledWithRepeats, type Story, type StoryEvent } from "./story.ts";
import { stripeStory, stripeTrialStory } from "./stripe-story.ts";

/** Random orders of arrival. */
const ORDERS = rounds(3);

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Told {
  readonly name: string;
  readonly tell: Tell;
  /** Status, commission and what attributed it. */
  readonly conversions: readonly (readonly [string, string, string])[];
  readonly refunds: readonly string[];
  readonly pending: string;
}
const subscription = {
  conversions: [
    ["pending", "100", "click"],
    ["pending", "200", "customer"],
    ["pending", "200", "customer"],
    ["pending", "200", "customer"],
  ],
  refunds: ["1000"],
  pending: "700",
} as const;
const stories: readonly Told[] = [
  { name: "Stripe's story", tell: (clickId, start) => stripeStory(clickId, start.getTime() / 1_000), ...subscription },
  { name: "Paddle's story", tell: paddleStory, ...subscription },
  {
    name: "a trial at Stripe",
    tell: (clickId, start) => stripeTrialStory(clickId, start.getTime() / 1_000),
    conversions: [
      ["pending", "183", "customer"],
      ["pending", "200", "customer"],
    ],
    // 199 of 2,380 is 167.23 of 2,000.
    refunds: ["84", "83"],
    pending: "383",
  },
];

type Arrival = (story: Story) => readonly StoryEvent[];

interface Books {
  readonly conversions: readonly Record<string, unknown>[];
  readonly refunds: readonly Record<string, unknown>[];
  readonly balances: readonly Record<string, unknown>[];
}

const forwards: Arrival = ({ events }) => events;
const backwards: Arrival = ({ events }) => events.toReversed();
const shuffled: readonly Arrival[] = Array.from(
  { length: ORDERS },
  (_, seed) =>
    ({ events }) =>
      shuffledWithRepeats(seeded(seed), events),
);

describe.each(stories)("the books of $name", ({ tell, ...expected }) => {
  let told: Promise<readonly string[]> | undefined;
  /** After each order of arrival. All tests look at the same books. */
  const allBooks = (): Promise<readonly string[]> =>
    (told ??= booksAfter({ app, tell }, [forwards, backwards, ...shuffled]));

  it("have its conversions, the refunds that count, and the commission of what is left", async () => {
    const [books = ""] = await allBooks();
    const { conversions, refunds, balances } = JSON.parse(books) as Books;
    expect(conversions.map(({ status, commission_minor: minor, attributed_by: by }) => [status, minor, by])).toEqual(
      expected.conversions,
    );
    expect(refunds.map(({ amount }) => amount)).toEqual(expected.refunds);
    expect(balances).toContainEqual({ kind: "pending", currency: "EUR", balance_minor: expected.pending });
    expect(await ledgerFaults(app)).toEqual([]);
  });

  it("are the same if everything arrives in reverse", async () => {
    const [forward, backward] = await allBooks();
    expect(backward).toBe(forward);
  });

  it("are the same for random orders with repeats", async () => {
    const [forward, _, ...others] = await allBooks();
    expect(others).toHaveLength(ORDERS);
    // One set of books, so that a failure shows what differs.
    expect([...new Set(others)]).toEqual([forward]);
    expect(await ledgerFaults(app)).toEqual([]);
  });

  it("are the same if two endpoints of the account report everything", async () => {
    const [once] = await allBooks();
    const first = await aStoryShop(app, tell);
    const second = await withSecondConnector(first);
    for (const event of first.story.events) await send(first, event);
    for (const event of first.story.events.toReversed()) await send(second, event);
    await app.receipts.run();
    expect(await undone(first)).toEqual([]);
    expect(await booksOf(first)).toBe(once);
  });
});
