import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { rounds } from "../support/parallel.ts";
import { seeded } from "../support/seeded.ts";
import { ledgerFaults } from "../support/world.ts";
import { genericStory, lemonStory, shopifyStory, wooStory } from "./shop-stories.ts";
import { booksAfter, type Tell } from "./story-shop.ts";
import { shuffledWithRepeats, type Story } from "./story.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Status, commission in cents and how the conversion was attributed. */
type Conversions = readonly (readonly [status: string, commission: string, by: string])[];

const stories: readonly { provider: string; tell: Tell; conversions: Conversions; pending: string }[] = [
  {
    provider: "shopify",
    tell: shopifyStory,
    conversions: [
      ["pending", "700", "click"],
      ["rejected", "0", "customer"],
    ],
    pending: "700",
  },
  {
    provider: "woocommerce",
    tell: wooStory,
    conversions: [
      ["pending", "1000", "customer"],
      ["rejected", "0", "customer"],
      ["pending", "900", "click"],
    ],
    pending: "1900",
  },
  {
    provider: "lemonsqueezy",
    tell: lemonStory,
    conversions: [
      ["pending", "200", "customer"],
      ["rejected", "0", "customer"],
      ["pending", "100", "click"],
    ],
    pending: "300",
  },
  {
    provider: "generic",
    tell: genericStory,
    conversions: [
      ["pending", "450", "click"],
      ["rejected", "0", "customer"],
    ],
    pending: "450",
  },
];

interface Books {
  readonly conversions: readonly Record<string, unknown>[];
  readonly balances: readonly Record<string, unknown>[];
}

const shuffled = Array.from(
  { length: rounds(2) },
  (_, seed) =>
    ({ events }: Story) =>
      shuffledWithRepeats(seeded(seed), events),
);

describe.each(stories)("the books of $provider's story", ({ tell, conversions, pending }) => {
  let told: Promise<readonly string[]> | undefined;
  /** After each order of arrival, first as it happened. Both tests look at the same books. */
  const allBooks = (): Promise<readonly string[]> =>
    (told ??= booksAfter({ app, tell }, [({ events }) => events, ({ events }) => events.toReversed(), ...shuffled]));

  it("have the commission of what is left of each order", async () => {
    const [text = ""] = await allBooks();
    const books = JSON.parse(text) as Books;
    expect(books.conversions.map((each) => [each["status"], each["commission_minor"], each["attributed_by"]])).toEqual(
      conversions,
    );
    expect(books.balances).toContainEqual({ kind: "pending", currency: "EUR", balance_minor: pending });
    expect(await ledgerFaults(app)).toEqual([]);
  });

  it("are the same if everything arrives in reverse, and for random orders with repeats", async () => {
    const [forward, ...others] = await allBooks();
    for (const books of others) expect(books).toBe(forward);
    expect(await ledgerFaults(app)).toEqual([]);
  });
});
