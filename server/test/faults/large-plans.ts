import sql from "sql-template-tag";
import { ORDER_ITEMS_MAX, PAGE_SIZE_MAX, PLAN_RULES_MAX } from "tributary-sdk/limits";
import type { CommissionPlan } from "tributary-sdk/plan";
import { parseId, uuidOf, type AffiliateId, type CampaignId } from "../../src/domain/ids.ts";
import { DEFAULT_CURRENCY } from "../../src/domain/values/currency.ts";
import { moneyOf } from "../../src/domain/values/money.ts";
import { updateCampaign } from "../../src/usecases/campaigns/update-campaign.ts";
import { trackConversion } from "../../src/usecases/conversions/track-conversion.ts";
import { createGroup } from "../../src/usecases/plans/groups.ts";
import type { TestApp } from "../support/app.ts";
import { aCampaign, anAffiliate, type Merchant } from "../support/world.ts";

/** About as large as a request may be. */
const SKUS_PER_RULE = 22;
const GROUPS = 30;
export const OWN = 30;
const AT_ONCE = 4;

/** Each one matches other items, so that no two plans are equal. */
const largePlan = (number: number): CommissionPlan => ({
  base: { type: "percentage", value: 10 },
  lines: Array.from({ length: PLAN_RULES_MAX }, (_, rule) => ({
    id: `l${rule}`,
    when: { sku: Array.from({ length: SKUS_PER_RULE }, (__, sku) => `SKU-${number}-${rule}-${sku}-of-a-shop`) },
    pay: { type: "percentage", value: 20 },
  })),
});

const items = Array.from({ length: ORDER_ITEMS_MAX }, (_, item) => ({
  sku: `item-${item}-${"x".repeat(60)}`,
  productId: null,
  category: null,
  quantity: 1,
  amountMinor: 100n,
}));

/**
 * A campaign with a page of the largest orders, another one with a page of the largest versions, and groups with plans
 * as large.
 */
export async function largePlans(app: TestApp, merchant: Merchant): Promise<{ orders: string; versions: string }> {
  const lines = [{ id: "l1", when: { sku: ["item-*"] }, pay: { type: "percentage", value: 20 } }];
  const orders = await aCampaign(merchant, { plan: { lines } });
  const { code } = await anAffiliate(app, merchant, orders);
  await inParallel(PAGE_SIZE_MAX, async (number) => {
    await trackConversion(merchant.context, {
      campaignId: idFrom(orders),
      affiliateCode: code,
      clickId: undefined,
      externalId: `large-${number}`,
      amount: moneyOf(ORDER_ITEMS_MAX, DEFAULT_CURRENCY),
      details: { items },
    });
  });
  const versions = await aCampaign(merchant);
  const id = idFrom(versions);
  for (let number = 0; number < PAGE_SIZE_MAX; number += 1)
    await updateCampaign(merchant.context, { id, change: () => ({}), plan: largePlan(number) });
  for (let number = 0; number < GROUPS; number += 1)
    await createGroup(merchant.context, { campaignId: id, name: `Group ${number}`, plan: largePlan(1000 + number) });
  return { orders, versions };
}

/** Campaigns with plans as large, and the affiliate in all of them. */
export async function largeOwnPlans(app: TestApp, merchant: Merchant, affiliate: AffiliateId): Promise<void> {
  for (let number = 0; number < OWN; number += 1) {
    const campaign = idFrom(await aCampaign(merchant, { plan: largePlan(2000 + number) }));
    await app.db.query(sql`
      insert into affiliations (id, account_id, campaign_id, affiliate_id, code, status, joined_at)
      values (gen_random_uuid(), ${uuidOf(merchant.accountId)}, ${uuidOf(campaign)}, ${uuidOf(affiliate)}, ${`large-${number}`}, 'active', now())`);
  }
}

function idFrom(text: string): CampaignId {
  const id = parseId("campaign", text);
  if (!id) throw new Error("Not an ID.");
  return id;
}

async function inParallel(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
