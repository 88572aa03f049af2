import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { idOf, parseId, type ClawBackId, type ConversionId, type RefundId } from "../../src/domain/ids.ts";
import type { Conversion } from "../../src/domain/conversion.ts";
import {
  approveConversion,
  rejectConversionAsMember,
  unrejectConversion,
} from "../../src/usecases/conversions/change-conversion.ts";
import { clawBackConversion } from "../../src/usecases/conversions/claw-back-conversion.ts";
import { trackConversion } from "../../src/usecases/conversions/track-conversion.ts";
import { undoClawBack } from "../../src/usecases/conversions/undo-claw-back.ts";
import { cancelRefund } from "../../src/usecases/refunds/cancel-refund.ts";
import { editOrder } from "../../src/usecases/refunds/edit-order.ts";
import { recordRefund } from "../../src/usecases/refunds/record-refund.ts";
import { money, uuid } from "../domain/samples.ts";
import type { TestApp } from "../support/app.ts";
import { outcome, rounds, timeout, together, wideApp } from "../support/parallel.ts";
import { seeded, type Seeded } from "../support/seeded.ts";
import { worldForFile, type Shop } from "../support/shop.ts";
import { anOrderId, ledgerFaults } from "../support/world.ts";
import { aPlannedShop } from "./plans.ts";

const world = worldForFile();
/** 20% of each order, and at most 50.00 for all orders of one customer. */
const plan = { base: { type: "percentage", value: 20 }, limits: { customer_max: 50 } } as const;
const MAX = 5_000n;

const order = ({ merchant, campaignId, affiliate }: Shop, minor: number, customerId = "one"): Promise<Conversion> =>
  trackConversion(merchant.context, {
    campaignId: parseId("campaign", campaignId) ?? null,
    clickId: undefined,
    affiliateCode: affiliate.code,
    externalId: anOrderId(),
    amount: money(minor),
    customer: { customerId, customerEmail: undefined },
  });

async function refund({ merchant }: Shop, conversionId: ConversionId, amount: number): Promise<RefundId> {
  const reported = { source: "api", externalId: anOrderId(), amount, currency: undefined, items: null, reason: null };
  return (await recordRefund(merchant.context, { of: { conversionId }, ...reported })).refund.id;
}

/** What each customer's orders pay, less deductions. */
async function spent(app: TestApp): Promise<bigint[]> {
  const rows = await app.db.query<{ minor: bigint }>(sql`
    select sum(commission_minor - (select coalesce(sum(amount_minor), 0) from claw_backs where conversion_id = conversions.id))::int8
      as minor
    from conversions where status <> 'rejected' and customer_key is not null group by campaign_id, customer_key order by 1`);
  return rows.map(({ minor }) => minor);
}

async function expectSound(app: TestApp): Promise<void> {
  expect((await spent(app)).filter((minor) => minor > MAX)).toEqual([]);
  expect(await ledgerFaults(app)).toEqual([]);
}

test("a cancelled refund restores only what is left of the customer's limit", async () => {
  const shop = await aPlannedShop(world.app, plan);
  const { id } = await order(shop, 20_000);
  const refundId = await refund(shop, id, 150);
  expect((await order(shop, 30_000)).commission.minor).toBe(4_000n);
  const { conversion } = await cancelRefund(shop.merchant.context, refundId);
  expect([conversion.amount.minor, conversion.commission.minor]).toEqual([20_000n, 1_000n]);
  // Another refund takes what is above the limit first, and never raises the commission.
  await refund(shop, id, 20);
  expect(await spent(world.app)).toContain(MAX);
  await expectSound(world.app);
});

test("a restored order gets only what is left of the customer's limit", async () => {
  const shop = await aPlannedShop(world.app, plan);
  const { context } = shop.merchant;
  const { id } = await order(shop, 20_000);
  await rejectConversionAsMember(context, { id });
  const later = await order(shop, 15_000);
  expect((await unrejectConversion(context, { id })).commission.minor).toBe(2_000n);
  await rejectConversionAsMember(context, { id });
  await rejectConversionAsMember(context, { id: later.id });
  const whole = await unrejectConversion(context, { id });
  expect([whole.commission.minor, whole.original.commission.minor]).toEqual([4_000n, 4_000n]);
  expect((await unrejectConversion(context, { id: later.id })).commission.minor).toBe(1_000n);
  await expectSound(world.app);
});

test("a deduction that is undone returns only what is left of the customer's limit", async () => {
  const shop = await aPlannedShop(world.app, plan);
  const { context } = shop.merchant;
  const taken: ClawBackId[] = [];
  for (const { id } of [await order(shop, 10_000), await order(shop, 10_000)]) {
    await approveConversion(context, { id });
    world.app.clock.forward({ days: 60 });
    taken.push((await clawBackConversion(context, { id, reason: "Returned." })).id);
  }
  expect((await order(shop, 17_500)).commission.minor).toBe(3_500n);
  const results = [];
  for (const id of taken) results.push(await outcome(undoClawBack(context, { id, reason: "Kept after all." })));
  expect(results).toMatchObject([{ amount: { minor: -1_500n } }, "customer_limit_reached"]);
  await expectSound(world.app);
});

test("a cancelled refund of a matured order returns only what is left of the customer's limit", async () => {
  const shop = await aPlannedShop(world.app, plan);
  const { context } = shop.merchant;
  const { id } = await order(shop, 20_000);
  await approveConversion(context, { id });
  world.app.clock.forward({ days: 60 });
  const refundId = await refund(shop, id, 200);
  expect((await order(shop, 22_500)).commission.minor).toBe(4_500n);
  const { conversion, clawBack } = await cancelRefund(context, refundId);
  expect([conversion.commission.minor, clawBack?.amount.minor]).toEqual([4_000n, -500n]);
  await expectSound(world.app);
});

test("64 cancelled refunds, restored orders and new orders at once stay within the limit", { timeout }, async () => {
  const app = await wideApp();
  const shop = await aPlannedShop(app, plan);
  const { context } = shop.merchant;
  const restore: (() => Promise<unknown>)[] = [];
  for (let count = 0; count < 24; count += 1) {
    const { id } = await order(shop, 10_000);
    if (count % 2 === 0) {
      const refundId = await refund(shop, id, 100);
      restore.push(() => cancelRefund(context, refundId));
    } else {
      await rejectConversionAsMember(context, { id });
      restore.push(() => unrejectConversion(context, { id }));
    }
  }
  await together(64, (worker) => restore[worker]?.() ?? order(shop, 10_000));
  expect(await spent(app)).toEqual([MAX]);
  await expectSound(app);
  expect(await app.deadlocks()).toBe(0);
});

test("random orders, refunds, edits and decisions of 32 workers stay within the limit", { timeout }, async () => {
  const app = await wideApp();
  const shop = await aPlannedShop(app, plan, { max_budget: 140, maturation_days: 1 });
  const { context } = shop.merchant;
  const conversions: ConversionId[] = [];
  const refunds: RefundId[] = [idOf("refund", uuid(1))];
  const track = async (random: Seeded) =>
    conversions.push((await order(shop, 1 + random.below(20_000), random.pick(["one", "two", "three"]))).id);
  const actions: readonly ((random: Seeded) => Promise<unknown>)[] = [
    track,
    (random) => approveConversion(context, { id: random.pick(conversions) }),
    (random) => rejectConversionAsMember(context, { id: random.pick(conversions) }),
    (random) => unrejectConversion(context, { id: random.pick(conversions) }),
    async (random) => refunds.push(await refund(shop, random.pick(conversions), (1 + random.below(10_000)) / 100)),
    (random) => cancelRefund(context, random.pick(refunds)),
    (random) => cancelRefund(context, random.pick(refunds)),
    async (random) => {
      const total = { source: "api", externalId: anOrderId(), amount: (1 + random.below(20_000)) / 100 };
      const { added } = await editOrder(context, { conversionId: random.pick(conversions), ...total });
      if (added) conversions.push(added.id);
    },
    (random) => clawBackConversion(context, { id: random.pick(conversions), reason: "By hand" }),
    async () => {
      const [row] = await app.db.query<{ id: string }>(sql`select id from claw_backs order by random() limit 1`);
      if (row) await undoClawBack(context, { id: idOf("claw_back", row.id), reason: "Wrong" });
    },
  ];
  for (let count = 0; count < 8; count += 1) await outcome(track(seeded(count)));
  for (let round = 0; round < rounds(4); round += 1) {
    await together(32, async (worker) => {
      const random = seeded(round * 1_000 + worker);
      for (let step = 0; step < 4; step += 1) await outcome(random.pick(actions)(random));
    });
    await expectSound(app);
    if (round % 2 === 1) app.clock.forward({ days: 1 });
  }
  expect(await app.deadlocks()).toBe(0);
});
