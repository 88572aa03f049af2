import sql from "sql-template-tag";
import type { OrderRule, PlanTiers } from "tributary-sdk/plan";
import { beforeAll, expect, test } from "vitest";
import { money } from "../domain/samples.ts";
import { parseId, uuidOf } from "../../src/domain/ids.ts";
import type { Conversion } from "../../src/domain/conversion.ts";
import { rejectConversion } from "../../src/usecases/conversions/change-conversion.ts";
import { trackConversion, type TrackConversion } from "../../src/usecases/conversions/track-conversion.ts";
import { rounds, timeout, together, wideAppForFile, type WideApp } from "../support/parallel.ts";
import type { Shop } from "../support/shop.ts";
import { anOrderId, ledgerFaults } from "../support/world.ts";
import { another, aPlannedShop, as, freeOrder } from "./plans.ts";

const base = { type: "percentage", value: 20 } as const;
const ORDERS = 64;

let app: WideApp;
beforeAll(async () => {
  app = await wideAppForFile();
});

const order = ({ merchant, campaignId, affiliate }: Shop, more: Partial<TrackConversion> = {}): Promise<Conversion> =>
  trackConversion(merchant.context, {
    campaignId: parseId("campaign", campaignId) ?? null,
    clickId: undefined,
    affiliateCode: affiliate.code,
    externalId: anOrderId(),
    amount: money(10_000),
    ...more,
  });
const customer = (customerId: string) => ({ customer: { customerId, customerEmail: undefined } });
const commissions = (conversions: readonly Conversion[]): number[] =>
  conversions.map(({ commission }) => Number(commission.minor)).toSorted((a, b) => a - b);

test("64 parallel orders over a step from the 11th: exactly 10 pay the base", { timeout }, async () => {
  for (let round = 0; round < rounds(1); round += 1) {
    const tiers: PlanTiers = {
      measure: "conversions",
      period: "month",
      steps: [{ from: 11, pay: { type: "percentage", value: 25 } }],
    };
    const shop = await aPlannedShop(app, { base, tiers });
    const tracked = await together(ORDERS, () => order(shop));
    expect(commissions(tracked)).toEqual([...Array(10).fill(2_000), ...Array(ORDERS - 10).fill(2_500)]);
    const ordinals = tracked.map(({ planned }) => planned?.ordinal).toSorted((a, b) => (a ?? 0) - (b ?? 0));
    expect(ordinals).toEqual(Array.from({ length: ORDERS }, (_, index) => index + 1));
    const [first] = tracked;
    if (first) await rejectConversion(shop.merchant.context, { id: first.id });
    expect((await order(shop)).planned?.ordinal).toBe(ORDERS);
  }
  expect(await ledgerFaults(app)).toEqual([]);
});

const welcome: OrderRule = { id: "o1", when: { customer: "new" }, pay: { type: "fixed", value: 50 } };
test.each([
  ["that counts customers", { base, orders: [welcome] }, 1],
  ["that counts nothing", { base }, 0],
])(
  "64 parallel payments after a trial, under a plan %s: months count from the earliest",
  { timeout },
  async (...args) => {
    const [, plan, news] = args;
    const shop = await aPlannedShop(app, plan);
    await freeOrder(shop, "trial");
    app.clock.forward({ days: 30 });
    const earliest = app.clock.now();
    app.clock.forward({ days: 1 });
    const paidAt = (worker: number): Date => new Date(earliest.getTime() + ((worker * 7 + 40) % ORDERS) * 60_000);
    const tracked = await together(ORDERS, (worker) =>
      order(shop, { ...customer("trial"), details: { paidAt: paidAt(worker) } }),
    );
    expect(commissions(tracked)).toEqual([...Array(ORDERS - news).fill(2_000), ...Array(news).fill(5_000)]);
    const account = uuidOf(shop.merchant.accountId);
    const [row] = await app.db.query(sql`select first_paid_at from customers where account_id = ${account}`);
    expect(row).toEqual({ first_paid_at: earliest });
  },
);

test("64 parallel first orders of one customer: one is new", { timeout }, async () => {
  const orders: OrderRule[] = [{ id: "welcome", when: { customer: "new" }, pay: { type: "fixed", value: 50 } }];
  const shop = await aPlannedShop(app, { base, orders });
  const rival = as(shop, await another(shop));
  const tracked = await together(ORDERS, (worker) => order(worker % 2 ? rival : shop, customer("one")));
  expect(commissions(tracked)).toEqual([...Array(ORDERS - 1).fill(2_000), 5_000]);
  expect(new Set(tracked.map(({ affiliationId }) => affiliationId)).size).toBe(1);
  const [row] = await app.db.query<{ customers: bigint }>(sql`
    select count(*) as customers from customers where account_id = ${uuidOf(shop.merchant.accountId)}`);
  expect(row?.customers).toBe(1n);
});

test("64 parallel orders of one customer never pay more than the customer's limit", { timeout }, async () => {
  const shop = await aPlannedShop(app, { base, limits: { customer_max: 105 } });
  const tracked = await together(ORDERS, () => order(shop, customer("limited")));
  expect(commissions(tracked).reduce((sum, commission) => sum + commission, 0)).toBe(10_500);
  expect(commissions(tracked).filter((commission) => commission > 0)).toEqual([500, ...Array(5).fill(2_000)]);
  expect(await ledgerFaults(app)).toEqual([]);
});

test("64 parallel orders of a plan by payments pay exactly as often as it says", { timeout }, async () => {
  const shop = await aPlannedShop(app, { base, repeat: { pay: "limited", payments: 7 } });
  const tracked = await together(ORDERS, () => order(shop, customer("seven")));
  expect(commissions(tracked).filter((commission) => commission > 0)).toEqual(Array(7).fill(2_000));
});

test("none of these races deadlocks", async () => {
  expect(await app.deadlocks()).toBe(0);
});
