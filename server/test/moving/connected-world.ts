import { nameCoupons } from "../../src/usecases/connectors/name-coupons.ts";
import { createConnector } from "../../src/usecases/connectors/create-connector.ts";
import { aConnector, send } from "../connectors/inbox-world.ts";
import { aPartner, type Till } from "../payouts/till.ts";
import { aClick } from "../support/clicks.ts";

/** Receipts in every state, an order with an affiliate and a refund, one without, and the text of a coupon. */
export async function withConnectors(till: Till): Promise<void> {
  const { app, merchant, campaignId } = till;
  const connector = await aConnector(merchant, { campaignId });
  const { connector: stripe } = await createConnector(merchant.context, { provider: "stripe" });
  await nameCoupons(merchant.context, { id: stripe.id, text: "promo_1,SPRING" });
  const clickId = await aClick({ app, merchant, campaignId, affiliate: await aPartner(till) });
  const order = { type: "order.paid", amount: 100, currency: "EUR", customer_id: "cus_moved" };
  const events = [
    { ...order, external_id: "C1", click_id: clickId },
    { type: "refund.created", external_id: "CR1", order_id: "C1", amount: 25, currency: "EUR" },
    { ...order, external_id: "C2", customer_id: "cus_other" },
    { type: "something.else" },
    { type: "order.paid" },
  ];
  for (const event of events) {
    const { status, text } = await send(app, connector, event);
    if (status !== 200) throw new Error(text);
  }
  await app.receipts.run();
  await send(app, connector, { ...order, external_id: "C3" });
}
