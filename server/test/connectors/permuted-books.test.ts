import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { ledgerFaults } from "../support/world.ts";
import { ordersOf } from "./arrivals.ts";
import { booksAfterAll } from "./permuted-books.ts";
import {
  anotherCampaign,
  couponInSession,
  linkAndCoupon,
  paddleReturns,
  sevenOfPaddle,
  sevenOfStripe,
  trialUnderPlan,
  type Setting,
} from "./returning-stories.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Order, affiliate, what attributed it, its kind and its commission. */
type Expected = readonly (readonly [order: string, affiliate: string, by: string, kind: string, commission: string])[];

const stories: readonly { name: string; tell: (app: TestApp) => Promise<Setting>; expected: Expected }[] = [
  {
    name: "a customer who subscribes through another affiliate's link, in another campaign",
    tell: anotherCampaign,
    expected: [
      ["stripe:in_1", "bob", "click", "order", "100"],
      ["stripe:in_2", "bob", "customer", "renewal", "200"],
      ["stripe:pi_0", "ada", "click", "order", "200"],
    ],
  },
  {
    name: "a customer who follows another affiliate's link and types the coupon of a third",
    tell: linkAndCoupon,
    expected: [
      ["stripe:in_1", "bob", "click", "order", "200"],
      ["stripe:in_2", "bob", "customer", "renewal", "200"],
      ["stripe:pi_0", "ada", "click", "order", "200"],
    ],
  },
  {
    name: "a new customer whose subscription has a click, and whose session has a coupon",
    tell: couponInSession,
    expected: [
      ["stripe:in_1", "eve", "coupon", "order", "200"],
      ["stripe:in_2", "eve", "customer", "renewal", "200"],
    ],
  },
  {
    name: "a trial under a plan that pays the first order only",
    tell: trialUnderPlan,
    expected: [
      ["stripe:in_2", "ada", "customer", "order", "500"],
      ["stripe:in_3", "ada", "customer", "renewal", "0"],
    ],
  },
  {
    name: "a customer of Paddle who subscribes through another affiliate's link",
    tell: paddleReturns,
    expected: [
      ["paddle:txn_0", "ada", "click", "order", "200"],
      ["paddle:txn_1", "bob", "click", "order", "100"],
      ["paddle:txn_2", "bob", "customer", "renewal", "200"],
      ["paddle:txn_3", "bob", "customer", "renewal", "200"],
    ],
  },
  {
    name: "seven events of Stripe's story",
    tell: sevenOfStripe,
    expected: [
      ["stripe:in_1", "ada", "click", "order", "100"],
      ["stripe:in_2", "ada", "customer", "renewal", "200"],
    ],
  },
  {
    name: "seven events of Paddle's story",
    tell: sevenOfPaddle,
    expected: [
      ["paddle:txn_1", "ada", "click", "order", "100"],
      ["paddle:txn_2", "ada", "customer", "renewal", "200"],
    ],
  },
];

interface Named {
  readonly external_id: string;
  readonly affiliate: string;
  readonly kind: string;
}
interface Books {
  readonly conversions: readonly { external_id: string; attributed_by: string; commission_minor: string }[];
}

function summaryOf(books: string): unknown[] {
  const [named = "", rest = ""] = books.split("\n{");
  const { conversions } = JSON.parse(`{${rest}`) as Books;
  return (JSON.parse(named) as Named[]).map(({ external_id: id, affiliate, kind }) => {
    const found = conversions.find((each) => each.external_id === id);
    return [id, affiliate.replace("aff_", ""), found?.attributed_by, kind, found?.commission_minor];
  });
}

// All 5,040 orders of seven events: TRIBUTARY_PERMUTATIONS=all npx vitest run permuted-books --testTimeout=7200000
describe.each(stories)("the books of $name", ({ tell, expected }) => {
  it("are the same, whatever the order of arrival", async () => {
    const { events } = await tell(app);
    const [first = "", ...others] = await booksAfterAll({ app, tell }, ordersOf(events.length));
    expect(summaryOf(first)).toEqual(expected);
    expect([...new Set(others)]).toEqual([first]);
    expect(await ledgerFaults(app)).toEqual([]);
  });
});
