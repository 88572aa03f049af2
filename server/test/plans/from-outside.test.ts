import type { CommissionPlan } from "tributary-sdk/plan";
import { expect, test } from "vitest";
import type { OrderItem } from "../../src/domain/plan/calculation.ts";
import { portalOf } from "../portal/portal.ts";
import { rounds, timeout, together } from "../support/parallel.ts";
import { seeded, type Seeded } from "../support/seeded.ts";
import { track, worldForFile, type Shop } from "../support/shop.ts";
import { anOrderId, ledgerFaults, type Joined } from "../support/world.ts";
import { Model, type ModelOrder } from "./outside-model.ts";
import { another, aPlannedShop, as, preview } from "./plans.ts";

const world = worldForFile();
const AFFILIATES = 3;
const SKUS = ["PRO-1", "PRO-2", "SEAT", "GC", "OTHER"] as const;
const percent = (value: number) => ({ type: "percentage", value }) as const;

/** Rules without amounts of the order, because a refund does not judge them again. */
function aPlan(random: Seeded): CommissionPlan {
  const half = (): boolean => random.below(2) === 0;
  const rate = () => percent(random.pick([0, 5, 7.5, 12.3456, 20, 33.3333, 100]));
  return {
    base: rate(),
    ...(half() && {
      repeat: random.pick([
        { pay: "none" },
        { pay: "every" },
        { pay: "limited", months: 1 + random.below(3) },
        { pay: "limited", payments: 1 + random.below(3) },
      ] as const),
    }),
    ...(half() && {
      lines: [
        { id: "pro", when: { sku: ["PRO-*"] }, pay: rate() },
        { id: "seat", when: { sku: ["SEAT"], customer: "returning" }, pay: { type: "fixed", value: 2.5 } },
        { id: "gift", when: { category: ["gift-cards"] }, pay: { type: "none" } },
      ],
    }),
    ...(half() && {
      orders: [
        { id: "new", when: { customer: "new" }, pay: rate() },
        { id: "later", when: { order: "renewal", month_from: 2 }, pay: rate() },
      ],
    }),
    ...(half() && {
      tiers: {
        measure: "conversions",
        period: "month",
        steps: [
          { from: 3, pay: rate() },
          { from: 6, pay: rate() },
        ],
      },
    }),
    ...(half() && {
      limits: { ...(half() && { order_max: 15 }), customer_max: random.pick([20, 40, 90.05]) },
    }),
    ...(random.below(4) === 0 && { bound_customers_keep: false }),
  };
}

function anOrder(random: Seeded, model: Model, at: Date): ModelOrder {
  const skus = SKUS.filter(() => random.below(3) === 0);
  const items: OrderItem[] = skus.map((sku) => {
    const quantity = 1 + random.below(3);
    const category = sku === "GC" ? "gift-cards" : null;
    return { sku, productId: null, category, quantity, amountMinor: BigInt(quantity * (1 + random.below(4_000))) };
  });
  const amountMinor = items.reduce((sum, item) => sum + item.amountMinor, BigInt(1 + random.below(6_000)));
  const customer = random.pick([null, "a", "b", "c", "d", "e"]);
  const withCode = customer === null || !model.isBound(customer) || random.below(2) === 0;
  const subscription = customer !== null && random.below(3) === 0 ? `subscription of ${customer}` : null;
  return { affiliate: random.below(AFFILIATES), customer, at, amountMinor, items, subscription, withCode };
}

const major = (minor: bigint): number => Number(minor) / 100;
const bodyOf = (order: ModelOrder, code: string): Record<string, unknown> => ({
  affiliate_code: order.withCode ? code : undefined,
  amount: major(order.amountMinor),
  customer_id: order.customer ?? undefined,
  subscription_id: order.subscription ?? undefined,
  items: order.items.map(({ sku, category, quantity, amountMinor }) => ({
    sku,
    category: category ?? undefined,
    quantity,
    amount: major(amountMinor),
  })),
});

const sumOf = (lines: readonly { commission: number }[]): number =>
  Math.round(lines.reduce((sum, { commission }) => sum + commission * 100, 0)) / 100;

/** What is open for the affiliate at the end of this month. */
async function openFor({ app }: Shop, { affiliateId, email }: Joined): Promise<number> {
  const month = app.clock.now().toISOString().slice(0, 7);
  const portal = portalOf(app, { cookie: "" });
  await portal.browser.signIn(email);
  const { status, body, text } = await portal.get(`statements/${affiliateId}?currency=EUR&month=${month}`);
  // Without any commission there is no statement.
  if (status === 404) return 0;
  expect(`${status} ${text}`).toMatch(/^200 /);
  return Number(body.statement.closing.balance.open);
}

test.each(Array.from({ length: rounds(3) }, (_, seed) => seed))(
  "preview, track, refunds and statement agree with a model (seed %i)",
  { timeout },
  async (seed) => {
    const random = seeded(seed);
    const first = aPlan(random);
    const shop = await aPlannedShop(world.app, first, { maturation_days: 365 });
    const model = new Model(first);
    const people = [shop.affiliate, await another(shop), await another(shop)];
    const path = `/v1/campaigns/${shop.campaignId}`;
    const send = async (method: "POST" | "PUT" | "PATCH" | "DELETE", to: string, body?: unknown) => {
      const done = await shop.merchant.call(method, to, { body });
      expect(`${method} ${to} ${done.status} ${done.text}`).toMatch(/ 200 /);
      return done.body;
    };
    const groupPlan = aPlan(random);
    const groupId = (await send("POST", `${path}/groups`, { name: "VIP", plan: groupPlan })).group.id as string;
    const ids: string[] = [];
    /** The product's results and the model's, by step. */
    const [results, expected]: [unknown[], unknown[]] = [[], []];
    for (let step = 0; step < 60; step += 1) {
      world.app.clock.forward({ seconds: 61 + random.below(3 * 86_400) });
      const who = random.below(AFFILIATES);
      const member = `${path}/affiliates/${people[who]?.affiliateId}`;
      const action = random.below(12);
      if (action === 0) {
        const plan = aPlan(random);
        await send("PATCH", path, { commission_type: plan.base.type, commission_value: plan.base.value, plan });
        model.campaign = { scope: "campaign", plan };
      } else if (action === 1) {
        const plan = aPlan(random);
        await send("PUT", `${member}/plan`, { plan });
        model.overrides.set(who, { scope: `own ${who}`, plan });
      } else if (action === 2 && model.overrides.delete(who)) await send("DELETE", `${member}/plan`);
      else if (action === 3) {
        const joins = !model.groups.has(who);
        await send("PUT", `${member}/group`, { group_id: joins ? groupId : null });
        if (joins) model.groups.set(who, { scope: "group", plan: groupPlan });
        else model.groups.delete(who);
      } else if (action === 4 && ids.length > 0) {
        const index = random.below(ids.length);
        const one = model.tracked[index];
        const back = new Set(one?.order.items.filter(() => random.below(2) === 0).map(({ sku }) => sku));
        if (!one || one.rejected || one.commission !== one.original || back.size === 0) continue;
        const amount = major(model.refund(one, back));
        const items = one.order.items
          .filter(({ sku }) => back.has(sku))
          .map(({ sku, quantity }) => ({ sku, quantity }));
        const { conversion } = await send("POST", `/v1/conversions/${ids[index]}/refunds`, {
          external_id: anOrderId(),
          amount,
          items,
        });
        results.push([step, conversion.commission]);
        expected.push([step, major(one.commission)]);
      } else {
        const order = anOrder(random, model, world.app.clock.now());
        const body = bodyOf(order, people[order.affiliate]?.code ?? "");
        const pays = major(model.price(order).commission);
        const shown = await preview(shop, body);
        const { conversion } = (await track(shop, body)).body;
        results.push([step, shown.body.commission, conversion.commission, sumOf(conversion.lines), conversion.lines]);
        expected.push([step, pays, pays, pays, shown.body.lines]);
        model.track(order);
        ids.push(conversion.id as string);
      }
    }
    expect(results).toEqual(expected);
    for (const [index, person] of people.entries())
      expect(await openFor(shop, person)).toBe(major(model.earned(index)));
    expect(await ledgerFaults(world.app)).toEqual([]);
  },
);

test("64 parallel orders of two affiliates over two tiers pay each rate as often as the plan says", async () => {
  const steps = [
    { from: 11, pay: percent(25) },
    { from: 21, pay: percent(30) },
  ];
  const tiers = { measure: "conversions", period: "month", steps } as const;
  const shop = await aPlannedShop(world.app, { base: percent(20), tiers });
  const rival = as(shop, await another(shop));
  const tracked = await together(64, (worker) => track(worker % 2 ? shop : rival, { amount: 100 }));
  const rates = tracked.map(({ body }) => body.conversion.commission as number).toSorted((a, b) => a - b);
  expect(rates).toEqual([...Array<number>(20).fill(20), ...Array<number>(20).fill(25), ...Array<number>(24).fill(30)]);
  for (const { affiliate } of [shop, rival]) expect(await openFor(shop, affiliate)).toBe(200 + 250 + 360);
});
