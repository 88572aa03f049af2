import fc from "fast-check";
import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { uuidOf, type ConversionId } from "../../src/domain/ids.ts";
import { majorOf } from "../../src/domain/values/money.ts";
import { findOrderConversions } from "../../src/store/conversions/conversions.ts";
import { approveConversion } from "../../src/usecases/conversions/change-conversion.ts";
import { trackConversion } from "../../src/usecases/conversions/track-conversion.ts";
import { createPayout } from "../../src/usecases/payouts/create-payout.ts";
import { editOrder } from "../../src/usecases/refunds/edit-order.ts";
import { recordRefund } from "../../src/usecases/refunds/record-refund.ts";
import { currency, money } from "../domain/samples.ts";
import { mature, type Paid, type Till } from "../payouts/till.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { outcome, rounds, timeout } from "../support/parallel.ts";
import { anOrderId } from "../support/world.ts";
import { aShop, sound } from "./shop.ts";

type Shop = Till & { readonly partner: Paid };
type Step =
  /** A part of what is left of the order, reported for one of its conversions. */
  | { readonly kind: "refund"; readonly percent: number; readonly of: number }
  /** The order's item PRO. */
  | { readonly kind: "return" }
  | { readonly kind: "edit"; readonly percent: number }
  /** Approves the order, and ends the hold period. */
  | { readonly kind: "settle" }
  | { readonly kind: "pay" };
type Refund = Pick<Parameters<typeof recordRefund>[1], "amount" | "items">;

const item = (sku: string, amountMinor: bigint) => ({ sku, productId: null, category: null, quantity: 1, amountMinor });
const items = [item("PRO", 2_000n), item("GIFT", 3_000n)];
const AMOUNT = 10_003;

let app: TestApp;
beforeAll(async () => {
  app = await appForFile();
});

/** Refunds and totals before and after the hold period, and after a payout. */
const fact = fc.oneof(
  fc.record({
    kind: fc.constant("refund" as const),
    percent: fc.integer({ min: 1, max: 100 }),
    of: fc.nat({ max: 3 }),
  }),
  fc.record({ kind: fc.constant("return" as const) }),
  fc.record({ kind: fc.constant("edit" as const), percent: fc.integer({ min: 20, max: 300 }) }),
);
const facts = fc.array(fact, { maxLength: 3 });
const paying = fc.constantFrom<Step[]>([], [{ kind: "pay" }]);
const settle: Step = { kind: "settle" };
const steps = fc
  .tuple(facts, paying, facts, facts)
  .map(([first, pay, second, third]): Step[] => [...first, settle, ...pay, ...second, settle, ...third]);

test.each([
  ["a percentage", { commission_value: 13.3337 }],
  ["a fixed commission", { commission_type: "fixed", commission_value: 4.99 }],
  [
    "a plan with rates of its own for items, and a limit",
    {
      commission_value: 10,
      plan: {
        base: { type: "percentage", value: 10 },
        lines: [
          { id: "pro", when: { sku: ["PRO"] }, pay: { type: "percentage", value: 30 } },
          { id: "gift", when: { sku: ["GIFT"] }, pay: { type: "none" } },
        ],
        limits: { order_max: 25 },
      },
    },
  ],
])(
  "refunds and totals leave the same commission in any order, before and after the hold period: %s",
  { timeout },
  async (_, campaign) => {
    const shop = await aShop(app, campaign);
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const { totals, refunds, paid, parts } = await played(shop, sequence);
        const again = await anOrder(shop);
        // A total that is lowered scales what the largest one paid.
        for (const total of [Math.max(...totals), totals.at(-1) ?? AMOUNT]) await edit(shop, again, total);
        for (const each of refunds) await refund(shop, again, each);
        const difference = paid - (await commissionOf(shop, again)).paid;
        // A percentage is rounded in each part of an order.
        const rounding = "plan" in campaign ? 0n : BigInt(parts - 1);
        expect(difference <= rounding && -difference <= rounding, `differs by ${difference}`).toBe(true);
      }),
      { numRuns: rounds(8), seed: 20_260_301 },
    );
    await sound(app);
  },
);

/** Does all steps that are not refused. */
async function played(shop: Shop, sequence: readonly Step[]) {
  const id = await anOrder(shop);
  const totals = [AMOUNT];
  const refunds: Refund[] = [];
  const { context } = shop.merchant;
  for (const step of sequence) {
    shop.app.clock.forward({ seconds: 1 });
    const conversions = await findOrderConversions(context.db, context.accountId, id);
    if (step.kind === "settle") {
      for (const one of conversions) await outcome(approveConversion(context, { id: one.id }));
      mature(shop);
    } else if (step.kind === "pay")
      await outcome(createPayout(context, { affiliateId: shop.partner.id, currency: currency("EUR") }));
    else if (step.kind === "edit") {
      const next = Math.round((AMOUNT * step.percent) / 100);
      if (typeof (await outcome(edit(shop, id, next))) !== "string") totals.push(next);
    } else {
      const left = conversions.reduce((sum, each) => sum + each.original.amount.minor - each.refundedMinor, 0n);
      const next: Refund =
        step.kind === "return"
          ? { amount: 20, items: [{ sku: "PRO", quantity: 1 }] }
          : { amount: Math.ceil((Number(left) * step.percent) / 100) / 100, items: null };
      const named = step.kind === "refund" ? conversions[step.of % conversions.length]?.id : id;
      if (typeof (await outcome(refund(shop, named ?? id, next))) !== "string") refunds.push(next);
    }
  }
  return { totals, refunds, ...(await commissionOf(shop, id)) };
}

const anOrder = async ({ merchant, campaignId, partner }: Shop): Promise<ConversionId> => {
  const order = { campaignId, clickId: undefined, affiliateCode: partner.code, externalId: anOrderId() };
  return (await trackConversion(merchant.context, { ...order, amount: money(AMOUNT), details: { items } })).id;
};

const edit = ({ merchant }: Shop, conversionId: ConversionId, minor: number) =>
  editOrder(merchant.context, {
    conversionId,
    source: "api",
    externalId: anOrderId(),
    amount: majorOf(money(minor)),
  });

const refund = ({ merchant }: Shop, conversionId: ConversionId, given: Refund) =>
  recordRefund(merchant.context, {
    of: { conversionId },
    source: "api",
    externalId: anOrderId(),
    currency: undefined,
    reason: null,
    ...given,
  });

/** What the affiliate gets for an order, less what is clawed back, and of how many parts it consists. */
async function commissionOf({ merchant }: Shop, id: ConversionId): Promise<{ paid: bigint; parts: number }> {
  const [row] = await merchant.context.db.query<{ paid: bigint; parts: number }>(sql`
    select count(*)::int4 as parts, sum(case when status = 'rejected' then 0 else commission_minor end
      - (select coalesce(sum(amount_minor), 0) from claw_backs where conversion_id = conversions.id))::int8 as paid
    from conversions where ${uuidOf(id)} in (id, part_of)`);
  if (!row) throw new Error("The order has no conversion.");
  return row;
}
