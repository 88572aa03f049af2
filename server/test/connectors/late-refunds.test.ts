import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { idOf, parseId, uuidOf, type CampaignId } from "../../src/domain/ids.ts";
import { approveConversion } from "../../src/usecases/conversions/change-conversion.ts";
import { undoClawBack } from "../../src/usecases/conversions/undo-claw-back.ts";
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
import { dispute, oldBody, refund, session, stripeBody, stripeRequest, STRIPE_SECRET } from "./stripe-events.ts";

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
  app.db.query<{ minor: bigint }>(sql`
    select amount_minor as minor from claw_backs where account_id = ${uuidOf(merchant.accountId)} order by created_at, id`);

const commissionsOf = ({ app, merchant }: StoryShop) =>
  app.db.query(sql`
    select commission_minor as minor from conversions where account_id = ${uuidOf(merchant.accountId)}
    order by created_at, id`);

/** Deductions by refund, less what was returned. */
const deductedFor = ({ app, merchant }: StoryShop) =>
  app.db.query(sql`
    select r.external_id as id, sum(b.amount_minor)::int8 as minor from claw_backs b join refunds r on r.id = b.refund_id
    where b.account_id = ${uuidOf(merchant.accountId)} group by 1 order by 1`);

async function approveAll(shop: StoryShop): Promise<void> {
  const [conversion] = await conversionsOf(shop);
  await approveConversion(shop.merchant.context, { id: conversionIdOf(conversion.id) });
  world.app.clock.forward({ days: 8 });
}

/** 2,000.00 of goods, for which the customer paid 2,880.00. */
async function paidFor(shop: StoryShop, { created }: { created: number }): Promise<string> {
  const paid = session({
    client_reference_id: await aClick(shop),
    amount_total: 288_000,
    total_details: { amount_tax: 38_000, amount_shipping: 50_000, amount_discount: 0 },
  });
  return stripeBody("checkout.session.completed", paid, { created });
}

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
    await arrive(shop, await paidFor(shop, { created }));
    for (const body of first(created + 60)) await arrive(shop, body);
    const later = refund({ id: "re_2", amount: 200_226, created: created + 120 });
    await arrive(shop, stripeBody("refund.created", later, { created: created + 120, id: "evt_2" }));
    await approveAll(shop);
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

describe("a refund that is replaced by another one", () => {
  it("changes only the cent that it has too much once an earlier one fails after the payout", async () => {
    const shop = await aStripeShop();
    const created = seconds();
    await arrive(shop, await paidFor(shop, { created }));
    // 347.33⅓ and 1,389.08⅓ of the goods: together 1,736.42.
    const [first, later] = [50_016, 200_028].map((amount, index) =>
      refund({ id: `re_${index + 1}`, amount, created: created + index + 1 }),
    );
    for (const each of [first, later])
      await arrive(shop, stripeBody("refund.created", each ?? {}, { created: created + 60, id: `evt_${each?.id}` }));
    await approveAll(shop);
    await payAll(shop);
    expect(await commissionsOf(shop)).toEqual([{ minor: 5_272n }]);

    const failed = { ...first, status: "failed" };
    await arrive(shop, stripeBody("refund.failed", failed, { created: seconds(), id: "evt_failed" }));
    expect(await refundsOf(shop)).toEqual([
      { id: "re_1", minor: 34_733n, counted: false },
      { id: "re_2", minor: 138_909n, counted: false },
      { id: "re_2~2", minor: 138_908n, counted: true },
    ]);
    // 20 % of 610.92 are 122.18. What was not paid is a conversion of its own, rounded by itself.
    expect(await commissionsOf(shop)).toEqual([{ minor: 5_272n }, { minor: 6_947n }]);
    expect(await deductionsOf(shop)).toEqual([]);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });

  const old = { api_version: "2024-06-20" };
  const charge = { id: "ch_1", currency: "eur", payment_intent: "pi_1", amount_refunded: 144_000 };
  const summed = (): string => oldBody("charge.refunded", charge, { ...old, created: seconds() });
  const named = (created: number, more: object = {}): string =>
    oldBody("charge.refund.updated", refund({ amount: 144_000, created, ...more }), { ...old, created: seconds() });

  it("leaves a paid conversion as it is when Stripe names a refund of a sum", async () => {
    const shop = await aStripeShop();
    const created = seconds();
    await arrive(shop, await paidFor(shop, { created }));
    await arrive(shop, summed());
    await approveAll(shop);
    await payAll(shop);
    await arrive(shop, named(created));
    expect(await refundsOf(shop)).toEqual([
      { id: "ch_1", minor: 100_000n, counted: false },
      { id: "re_1", minor: 100_000n, counted: true },
    ]);
    expect(await commissionsOf(shop)).toEqual([{ minor: 20_000n }]);
    expect(await deductionsOf(shop)).toEqual([]);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });

  it("keeps what a sum took while Stripe names its refund as pending", async () => {
    const shop = await aStripeShop();
    const created = seconds();
    await arrive(shop, await paidFor(shop, { created }));
    await arrive(shop, summed());
    await approveAll(shop);
    await payAll(shop);
    world.app.clock.forward({ seconds: 5 });
    await arrive(shop, named(created, { status: "pending" }));
    expect(await refundsOf(shop)).toEqual([{ id: "ch_1", minor: 100_000n, counted: true }]);
    expect(await commissionsOf(shop)).toEqual([{ minor: 20_000n }]);
    expect(await deductionsOf(shop)).toEqual([]);
  });

  it("stays waived if a person undid its deduction", async () => {
    const shop = await aStripeShop();
    const created = seconds();
    await arrive(shop, await paidFor(shop, { created }));
    await approveAll(shop);
    await payAll(shop);
    await arrive(shop, summed());
    const [deduction] = await world.app.db.query<{ id: string }>(sql`
      select id from claw_backs where account_id = ${uuidOf(shop.merchant.accountId)}`);
    const id = idOf("claw_back", String(deduction?.id));
    await undoClawBack(shop.merchant.context, { id, reason: "Our mistake" });
    const total = async (): Promise<bigint> => (await deductionsOf(shop)).reduce((sum, { minor }) => sum + minor, 0n);
    expect(await total()).toBe(0n);
    await arrive(shop, named(created));
    expect(await total()).toBe(0n);
    // Half as much again: only that is deducted.
    const more = refund({ id: "re_2", amount: 72_000, created: seconds() });
    await arrive(shop, oldBody("charge.refund.updated", more, { ...old, created: seconds(), id: "evt_more" }));
    expect(await total()).toBe(10_000n);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });

  it("hands its deduction on to the one in its place", async () => {
    const shop = await aStripeShop();
    const created = seconds();
    await arrive(shop, await paidFor(shop, { created }));
    await approveAll(shop);
    await payAll(shop);
    await arrive(shop, summed());
    expect(await deductedFor(shop)).toEqual([{ id: "ch_1", minor: 20_000n }]);
    await arrive(shop, named(created));
    expect(await deductedFor(shop)).toEqual([
      { id: "ch_1", minor: 0n },
      { id: "re_1", minor: 20_000n },
    ]);
    expect(await commissionsOf(shop)).toEqual([{ minor: 40_000n }]);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });
});
