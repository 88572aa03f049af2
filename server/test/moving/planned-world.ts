import { parseId, type CampaignId } from "../../src/domain/ids.ts";
import { approveConversion } from "../../src/usecases/conversions/change-conversion.ts";
import { trackConversion, type TrackConversion } from "../../src/usecases/conversions/track-conversion.ts";
import { createGroup, moveAffiliate, updateGroup } from "../../src/usecases/plans/groups.ts";
import { setAffiliatePlan } from "../../src/usecases/plans/overrides.ts";
import { payBonuses } from "../../src/usecases/bonuses/pay-bonuses.ts";
import { recordRefund } from "../../src/usecases/refunds/record-refund.ts";
import { money } from "../domain/samples.ts";
import { aPartner, type Paid, type Till } from "../payouts/till.ts";
import { aBonus, affiliationIdOf } from "../plans/bonus-shop.ts";
import { freeOrder } from "../plans/plans.ts";
import { aCampaign, anOrderId } from "../support/world.ts";

/** A customer who ordered in a campaign with a plan. */
export interface PlannedWorld {
  readonly campaignId: CampaignId;
  readonly customerId: string;
}

const percentage = (value: number) => ({ type: "percentage" as const, value });
/** Rules take no control characters. */
const ODD_SKU = 'PRO "quoted" \\N back\\slash 日本 😀 {a,"b"}';
const plan = (sku: string) => ({
  base: percentage(20),
  repeat: { pay: "limited" as const, months: 12 },
  lines: [{ id: "l1", when: { sku: [sku] }, pay: { type: "fixed" as const, value: 2.5 } }],
  orders: [{ id: "o1", when: { order: "renewal" as const }, pay: percentage(10) }],
  tiers: {
    measure: "conversions" as const,
    period: "month" as const,
    steps: [{ from: 2, pay: percentage(25) }],
  },
  bonuses: [aBonus(1, 50)],
  limits: { order_max: 500, customer_max: 5_000 },
});

/**
 * A changed hold period, versions of a plan, a group and an override with their own, a group that lost its plan, customers, subscriptions,
 * orders with items that were partly refunded, an order that was paid in another month, and a bonus. Moves the clock
 * from February to March.
 */
export async function withPlans(till: Till, oddText: string): Promise<PlannedWorld> {
  const { app, merchant } = till;
  const { context } = merchant;
  app.clock.set(new Date("2026-02-03T10:00:00.456Z"));
  const made = await aCampaign(merchant, { commission_value: 20, maturation_days: 14, plan: plan(ODD_SKU) });
  const campaignId = parseId("campaign", made) as CampaignId;
  const shop = { ...till, campaignId };
  const [joan, mary, rosa] = [await aPartner(shop), await aPartner(shop), await aPartner(shop)];
  const changes = { commission_value: 21, rebind: "click", maturation_days: 7 };
  await merchant.call("PATCH", `/v1/campaigns/${campaignId}`, { body: changes });
  const { group } = await createGroup(context, { campaignId, name: oddText, plan: plan("GROUP-*") });
  await moveAffiliate(context, { campaignId, groupId: group.id, affiliateId: mary.id });
  const { group: without } = await createGroup(context, { campaignId, name: "No plan", plan: plan("GROUP-*") });
  await updateGroup(context, { campaignId, id: without.id, plan: null });
  await setAffiliatePlan(context, { which: { id: affiliationIdOf(rosa) }, plan: plan("OWN-*") });
  const items = [{ sku: ODD_SKU, productId: oddText, category: null, quantity: 2, amountMinor: 4_000n }];
  const order = (to: Paid | null, more: Partial<TrackConversion> = {}) =>
    trackConversion(context, {
      campaignId,
      clickId: undefined,
      affiliateCode: to?.code,
      externalId: anOrderId(),
      amount: money(10_000),
      ...more,
    });
  const customer = { customerId: oddText, customerEmail: undefined };
  const details = { items, subscriptionId: oddText, country: "AT" };
  const first = await order(joan, { customer, details });
  await approveConversion(context, { id: first.id });
  await order(null, { customer, details });
  await order(mary, { customer: { customerId: undefined, customerEmail: "Ada@Example.com" } });
  await freeOrder({ app, merchant, campaignId, affiliate: joan }, "trial");
  await order(null, { customer: { customerId: "trial", customerEmail: undefined } });
  await order(rosa, { details: { paidAt: new Date("2026-01-31T23:59:59.999Z") } });
  await recordRefund(context, {
    of: { conversionId: first.id },
    source: "api",
    externalId: "items",
    amount: 20,
    currency: undefined,
    items: [{ sku: ODD_SKU, quantity: 1 }],
    reason: null,
  });
  app.clock.set(new Date("2026-03-08T00:00:00.789Z"));
  await payBonuses(app.services);
  return { campaignId, customerId: oddText };
}
