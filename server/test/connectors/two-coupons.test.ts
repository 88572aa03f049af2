import { expect, it } from "vitest";
import { createConnector } from "../../src/usecases/connectors/create-connector.ts";
import { aCoupon } from "../coupons/coupons.ts";
import { call } from "../support/app.ts";
import { aShop, worldForFile } from "../support/shop.ts";
import { booksOf } from "./inbox-world.ts";
import { session, stripeBody, stripeRequest, STRIPE_SECRET } from "./stripe-events.ts";

const world = worldForFile();

it.each([
  { first: "promo_1", second: "promo_2" },
  { first: "promo_2", second: "promo_1" },
])(
  "an order with two coupons still gets its affiliate when the text of $second comes late",
  async ({ first, second }) => {
    const { app } = world;
    const shop = await aShop(app, { currency: "EUR" });
    await aCoupon(shop, "EVE10");
    app.clock.forward({ seconds: 10 });
    const { connector } = await createConnector(shop.merchant.context, { provider: "stripe", secret: STRIPE_SECRET });
    const send = async (body: string): Promise<void> => {
      const { headers } = stripeRequest(body, app.clock.now());
      const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      const raw = { raw: body, headers: { "content-type": "application/json", ...sent } };
      expect((await call(app, "POST", `/in/${connector.id}`, raw)).status).toBe(200);
      await app.receipts.run();
    };
    const created = Math.floor(app.clock.now().getTime() / 1_000) - 5;
    const discounts = ["promo_1", "promo_2"].map((promotion_code) => ({ promotion_code, coupon: null }));
    const object = session({ client_reference_id: null, metadata: {}, discounts });
    await send(stripeBody("checkout.session.completed", object, { id: "evt_session", created }));
    const named = (id: string, code: string): string =>
      stripeBody("promotion_code.created", { id, object: "promotion_code", code }, { id: `evt_${id}`, created });
    await send(named(first, "SHOP"));
    app.clock.forward({ seconds: 61 });
    await app.receipts.run();
    const conversions = async () => ((await booksOf(app, shop.merchant)) as { conversions: object[] }).conversions;
    expect(await conversions()).toEqual([]);
    await send(named(second, "EVE10"));
    expect(await conversions()).toHaveLength(1);
  },
);
