import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { uuidOf, type ConnectorId } from "../../src/domain/ids.ts";
import { nameCoupons } from "../../src/usecases/connectors/name-coupons.ts";
import { aCoupon } from "../coupons/coupons.ts";
import { aShop, worldForFile } from "../support/shop.ts";
import { ledgerFaults } from "../support/world.ts";
import { receiptsOf } from "./inbox-world.ts";
import { send, type StoryShop } from "./story-shop.ts";
import { permutations, type StoryEvent } from "./story.ts";
import { createConnector } from "../../src/usecases/connectors/create-connector.ts";
import { invoice, session, stripeBody, stripeRequest, STRIPE_SECRET } from "./stripe-events.ts";

const world = worldForFile();

/** A shop at Stripe whose affiliate holds the coupon ADA10. */
async function aStripeShop(): Promise<StoryShop & { readonly connectorId: ConnectorId }> {
  const shop = await aShop(world.app, { currency: "EUR" });
  await aCoupon(shop, "ADA10");
  const { connector } = await createConnector(shop.merchant.context, { provider: "stripe", secret: STRIPE_SECRET });
  const story = {
    provider: "stripe" as const,
    secret: STRIPE_SECRET,
    events: [],
    sign: ({ body }: StoryEvent, now: Date) => stripeRequest(body, now),
  };
  return { ...shop, story, connectorId: connector.id };
}

const eventAt = (name: string, bodyOf: (created: number) => string): StoryEvent => ({
  name,
  headers: {},
  body: bodyOf(Math.floor(world.app.clock.now().getTime() / 1_000)),
});
const discounts = [{ promotion_code: "promo_1", coupon: null }];
const withCode = { client_reference_id: null, discounts };

/** A one-time payment whose session names the promotion code only by its ID. */
const ordered = (): StoryEvent =>
  eventAt("ordered", (created) =>
    stripeBody("checkout.session.completed", session(withCode), { id: "evt_session", created }),
  );
const named = (code = "ADA10"): StoryEvent =>
  eventAt("named", (created) =>
    stripeBody(
      "promotion_code.created",
      { id: "promo_1", object: "promotion_code", code },
      { id: "evt_code", created },
    ),
  );
/** A subscription: the session names the code, and the invoice is the order. */
const subscribed = (): StoryEvent[] => [
  eventAt("subscribed", (created) =>
    stripeBody(
      "checkout.session.completed",
      session({ ...withCode, mode: "subscription", subscription: "sub_1", invoice: "in_1", payment_intent: null }),
      { id: "evt_session", created },
    ),
  ),
  eventAt("paid", (created) =>
    stripeBody("invoice.paid", invoice({ status_transitions: { paid_at: created } }), { id: "evt_paid", created }),
  ),
];

async function arrive(shop: StoryShop, event: StoryEvent): Promise<void> {
  await send(shop, event);
  await world.app.receipts.run();
}

const conversionsOf = ({ merchant }: StoryShop) =>
  world.app.db.query(sql`
    select external_id, amount_minor, attributed_by from conversions
    where account_id = ${uuidOf(merchant.accountId)} order by external_id`);
const ordersOf = ({ merchant }: StoryShop) =>
  world.app.db.query(sql`
    select external_id, unattributed_reason from orders
    where account_id = ${uuidOf(merchant.accountId)} order by external_id`);
const statesOf = async ({ connectorId }: StoryShop): Promise<string[]> =>
  (await receiptsOf(world.app, { id: connectorId })).map(({ state }) => state);

const ofCoupon = { external_id: "stripe:pi_1", amount_minor: 2_000n, attributed_by: "coupon" };

describe("an order that names a coupon by its ID", () => {
  it.each([0, 1])("belongs to the coupon's holder, in order of arrival %i", async (turn) => {
    const shop = await aStripeShop();
    const events = [ordered(), named()];
    for (const event of turn === 0 ? events : events.toReversed()) await arrive(shop, event);
    expect(await conversionsOf(shop)).toEqual([ofCoupon]);
    world.app.clock.forward({ seconds: 61 });
    await world.app.receipts.run();
    expect(await conversionsOf(shop)).toEqual([ofCoupon]);
    expect(await statesOf(shop)).toEqual(["done", "done"]);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });

  it("of a subscription belongs to the coupon's holder, in all orders of arrival", async () => {
    for (const names of permutations(["subscribed", "paid", "named"])) {
      const shop = await aStripeShop();
      const events = [...subscribed(), named()];
      for (const name of names)
        for (const event of events.filter((each) => each.name === name)) await arrive(shop, event);
      world.app.clock.forward({ seconds: 61 });
      await world.app.receipts.run();
      expect([names, await conversionsOf(shop)]).toEqual([
        names,
        [{ external_id: "stripe:in_1", amount_minor: 2_000n, attributed_by: "coupon" }],
      ]);
    }
  });

  it("waits 60 seconds for its text, then goes on without it, and gets its affiliate once the text arrives", async () => {
    const shop = await aStripeShop();
    await arrive(shop, ordered());
    world.app.clock.forward({ seconds: 59 });
    await world.app.receipts.run();
    expect([await statesOf(shop), await ordersOf(shop)]).toEqual([["waiting"], []]);
    world.app.clock.forward({ seconds: 1 });
    await world.app.receipts.run();
    expect([await statesOf(shop), await ordersOf(shop)]).toEqual([
      ["done"],
      [{ external_id: "stripe:pi_1", unattributed_reason: "no_evidence" }],
    ]);
    await arrive(shop, named());
    expect(await conversionsOf(shop)).toEqual([ofCoupon]);
    expect(await ordersOf(shop)).toEqual([{ external_id: "stripe:pi_1", unattributed_reason: null }]);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });

  it("has no affiliate if nobody holds the coupon", async () => {
    const shop = await aStripeShop();
    await arrive(shop, named("NOBODY"));
    await arrive(shop, ordered());
    expect(await ordersOf(shop)).toEqual([{ external_id: "stripe:pi_1", unattributed_reason: "coupon_not_found" }]);
  });
});

describe("pasted texts of coupons", () => {
  const paste = ({ merchant, connectorId }: StoryShop & { connectorId: ConnectorId }, text: string) =>
    nameCoupons(merchant.context, { id: connectorId, text });

  it.each([
    ["an ID and a code per line", "promo_1,ADA10"],
    ["the provider's export", '\uFEFFCode,Coupon Name,id\r\nADA10,"10% off, once",promo_1\r\n'],
    ["cells from a spreadsheet", "ID\tCode\npromo_1\tADA10\n"],
  ])("attribute the orders that lacked them: %s", async (_what, text) => {
    const shop = await aStripeShop();
    await arrive(shop, ordered());
    world.app.clock.forward({ seconds: 60 });
    await world.app.receipts.run();
    expect(await paste(shop, text)).toEqual({ stored: 1, problems: [] });
    await world.app.receipts.run();
    expect(await conversionsOf(shop)).toEqual([ofCoupon]);
    await paste(shop, text);
    await world.app.receipts.run();
    expect(await conversionsOf(shop)).toEqual([ofCoupon]);
  });

  it("attribute orders that come later", async () => {
    const shop = await aStripeShop();
    await paste(shop, "promo_1;ADA10");
    await arrive(shop, ordered());
    expect(await conversionsOf(shop)).toEqual([ofCoupon]);
  });

  it("say which lines cannot be read, and store the others", async () => {
    const shop = await aStripeShop();
    const problem = "Write an ID and a code, separated by a comma.";
    expect(await paste(shop, "promo_1,ADA10\n\npromo_2\n,CODE\npromo_3,EVE10")).toEqual({
      stored: 2,
      problems: [
        { line: 3, problem },
        { line: 4, problem },
      ],
    });
  });
});
