import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { parseId, uuidOf, type CampaignId } from "../../src/domain/ids.ts";
import { approveConversion } from "../../src/usecases/conversions/change-conversion.ts";
import { createConnector } from "../../src/usecases/connectors/create-connector.ts";
import { createPayout } from "../../src/usecases/payouts/create-payout.ts";
import { settlePayout } from "../../src/usecases/payouts/settle-payouts.ts";
import { currency } from "../domain/samples.ts";
import { aPartner } from "../payouts/till.ts";
import { aClick } from "../support/clicks.ts";
import { aShop, campaignOf, conversionsOf, worldForFile } from "../support/shop.ts";
import { conversionIdOf, ledgerFaults } from "../support/world.ts";
import { send, type StoryShop } from "./story-shop.ts";
import type { StoryEvent } from "./story.ts";
import { dispute, refund, session, stripeBody, stripeRequest, STRIPE_SECRET } from "./stripe-events.ts";

const world = worldForFile();

/** An affiliate with payout details, who earns 20 % of goods. */
async function aStripeShop(): Promise<StoryShop & { readonly partner: Awaited<ReturnType<typeof aPartner>> }> {
  const shop = await aShop(world.app, { currency: "EUR", commission_value: 20, maturation_days: 7, max_budget: 1_000 });
  const { merchant } = shop;
  const campaignId = parseId("campaign", shop.campaignId) as CampaignId;
  const partner = await aPartner({ app: world.app, merchant, campaignId });
  const { connector } = await createConnector(merchant.context, { provider: "stripe", secret: STRIPE_SECRET });
  const sign = ({ body }: StoryEvent, now: Date) => stripeRequest(body, now);
  const story = { provider: "stripe", secret: STRIPE_SECRET, events: [], sign } as const;
  return { ...shop, affiliate: partner, partner, story, connectorId: connector.id };
}

const seconds = (): number => Math.floor(world.app.clock.now().getTime() / 1_000);

async function arrive(shop: StoryShop, body: string): Promise<void> {
  await send(shop, { name: "", headers: {}, body });
  await world.app.receipts.run();
}

async function payAll({ merchant, partner }: Awaited<ReturnType<typeof aStripeShop>>): Promise<void> {
  const payout = await createPayout(merchant.context, { affiliateId: partner.id, currency: currency("EUR") });
  await settlePayout(merchant.context, { id: payout.id, action: "mark_paid" });
}

const refundsOf = ({ app, merchant }: StoryShop) =>
  app.db.query(sql`
    select external_id as id, amount_minor as minor, counted from refunds
    where account_id = ${uuidOf(merchant.accountId)} order by recorded_at, id`);

const deductionsOf = ({ app, merchant }: StoryShop) =>
  app.db.query(sql`
    select amount_minor as minor from claw_backs where account_id = ${uuidOf(merchant.accountId)} order by created_at, id`);

describe("a refund from before one that is recorded", () => {
  const amount = 50_218;
  const arrivals: { name: string; first: (created: number) => string[]; late: (created: number) => string }[] = [
    {
      name: "was pending and succeeds",
      first: (created) => [
        stripeBody("refund.created", refund({ amount, status: "pending", created }), { created, id: "evt_1" }),
      ],
      late: (created) => stripeBody("refund.updated", refund({ amount, created }), { created: seconds(), id: "evt_3" }),
    },
    {
      name: "arrives late",
      first: () => [],
      late: (created) => stripeBody("refund.created", refund({ amount, created }), { created, id: "evt_3" }),
    },
    {
      name: "is a dispute that is lost",
      first: (created) => [
        stripeBody("charge.dispute.created", dispute({ amount, status: "needs_response", created }), { created }),
      ],
      late: (created) => stripeBody("charge.dispute.closed", dispute({ amount, created }), { created: seconds() }),
    },
  ];

  it.each(arrivals)("deducts only itself if it $name after the payout", async ({ first, late }) => {
    const shop = await aStripeShop();
    const created = seconds();
    const paid = session({
      client_reference_id: await aClick(shop),
      amount_total: 288_000,
      total_details: { amount_tax: 38_000, amount_shipping: 50_000, amount_discount: 0 },
    });
    await arrive(shop, stripeBody("checkout.session.completed", paid, { created }));
    for (const body of first(created + 60)) await arrive(shop, body);
    const later = refund({ id: "re_2", amount: 200_226, created: created + 120 });
    await arrive(shop, stripeBody("refund.created", later, { created: created + 120, id: "evt_2" }));
    const [conversion] = await conversionsOf(shop);
    await approveConversion(shop.merchant.context, { id: conversionIdOf(conversion.id) });
    world.app.clock.forward({ days: 8 });
    await payAll(shop);
    const { current_spend: spent } = await campaignOf(shop);

    await arrive(shop, late(created + 60));
    // 502.18 of 2,880.00 are 348.74 of 2,000.00, and a cent less beside the other refund.
    expect(await refundsOf(shop)).toEqual([
      { id: "re_2", minor: 139_046n, counted: true },
      { id: expect.any(String) as string, minor: 34_873n, counted: true },
    ]);
    expect(await deductionsOf(shop)).toEqual([{ minor: 6_975n }]);
    expect(await conversionsOf(shop)).toHaveLength(1);
    expect((await campaignOf(shop)).current_spend).toBe(spent);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });
});
