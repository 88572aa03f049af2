import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { idOf, uuidOf, type ConversionId, type PayoutId, type RefundId } from "../../src/domain/ids.ts";
import {
  approveConversion,
  rejectConversionAsMember,
  unrejectConversion,
} from "../../src/usecases/conversions/change-conversion.ts";
import { clawBackConversion } from "../../src/usecases/conversions/claw-back-conversion.ts";
import { undoClawBack } from "../../src/usecases/conversions/undo-claw-back.ts";
import { createPayout } from "../../src/usecases/payouts/create-payout.ts";
import { settlePayout } from "../../src/usecases/payouts/settle-payouts.ts";
import { cancelRefund } from "../../src/usecases/refunds/cancel-refund.ts";
import { editOrder } from "../../src/usecases/refunds/edit-order.ts";
import { recordRefund, type RecordRefund } from "../../src/usecases/refunds/record-refund.ts";
import { currency, uuid } from "../domain/samples.ts";
import { aPartner, aTill, earn, mature, type Paid, type Till } from "../payouts/till.ts";
import { outcome, rounds, timeout, wideAppForFile, type WideApp } from "../support/parallel.ts";
import { seeded, type Seeded } from "../support/seeded.ts";
import { ledgerFaults } from "../support/world.ts";

const EUR = currency("EUR");

let app: WideApp;
beforeAll(async () => {
  app = await wideAppForFile();
});

let numbers = 0;
const aRefund = (conversionId: ConversionId, amount: number): RecordRefund => ({
  of: { conversionId },
  source: "api",
  externalId: `refund-${(numbers += 1)}`,
  amount,
  currency: undefined,
  items: null,
  reason: null,
});

test("the same refund, sent 64 times at once, is recorded once", { timeout }, async () => {
  const till = await aTill(app, { commission_value: 20 });
  const id = await earn(till, await aPartner(till), 10_000);
  const refund = aRefund(id, 25);
  const answers = await Promise.all(Array.from({ length: 64 }, () => recordRefund(till.merchant.context, refund)));
  expect(new Set(answers.map((answer) => answer.refund.id)).size).toBe(1);
  expect(new Set(answers.map((answer) => answer.conversion.commission.minor))).toEqual(new Set([1_500n]));
  const [row] = await app.db.query<{ count: bigint }>(sql`
    select count(*) as count from refunds where account_id = ${uuidOf(till.merchant.accountId)}`);
  expect(row?.count).toBe(1n);
  expect(await ledgerFaults(app)).toEqual([]);
});

test("concurrent refunds never exceed the order", { timeout }, async () => {
  const till = await aTill(app, { commission_value: 20 });
  const id = await earn(till, await aPartner(till), 10_000);
  const tries = Array.from({ length: 32 }, () => outcome(recordRefund(till.merchant.context, aRefund(id, 7))));
  const outcomes = await Promise.all(tries);
  expect(outcomes.filter((each) => typeof each !== "string")).toHaveLength(14);
  expect(new Set(outcomes.filter((each) => typeof each === "string"))).toEqual(new Set(["refund_exceeds_amount"]));
  expect(await ledgerFaults(app)).toEqual([]);
});

describe("32 workers refund, cancel, edit, approve, reject, restore, claw back, undo and pay", () => {
  let till: Till;
  let people: Paid[];
  const conversions: ConversionId[] = [];
  const refunds: RefundId[] = [];
  const payouts: PayoutId[] = [];

  const actions: readonly ((random: Seeded) => Promise<unknown>)[] = [
    async (random) => conversions.push(await earn(till, random.pick(people), 1 + random.below(20_000))),
    (random) => approveConversion(till.merchant.context, { id: random.pick(conversions) }),
    (random) => approveConversion(till.merchant.context, { id: random.pick(conversions) }),
    (random) => rejectConversionAsMember(till.merchant.context, { id: random.pick(conversions) }),
    (random) => unrejectConversion(till.merchant.context, { id: random.pick(conversions) }),
    async (random) => {
      const edit = { source: "api", externalId: `edit-${(numbers += 1)}`, amount: (1 + random.below(20_000)) / 100 };
      const { added } = await editOrder(till.merchant.context, { conversionId: random.pick(conversions), ...edit });
      if (added) conversions.push(added.id);
    },
    async (random) => {
      const refund = aRefund(random.pick(conversions), (1 + random.below(10_000)) / 100);
      refunds.push((await recordRefund(till.merchant.context, refund)).refund.id);
    },
    async (random) => {
      const refund = aRefund(random.pick(conversions), (1 + random.below(2_000)) / 100);
      refunds.push((await recordRefund(till.merchant.context, refund)).refund.id);
    },
    (random) => cancelRefund(till.merchant.context, oneOf(random, refunds, idOf("refund", uuid(1)))),
    (random) => clawBackConversion(till.merchant.context, { id: random.pick(conversions), reason: "By hand" }),
    async (random) => {
      const [row] = await app.db.query<{ id: string }>(sql`select id from claw_backs order by random() limit 1`);
      if (!row) return;
      await undoClawBack(till.merchant.context, {
        id: idOf("claw_back", row.id),
        reason: random.pick(["Goodwill", "Wrong"]),
      });
    },
    async (random) => {
      const payout = await createPayout(till.merchant.context, { affiliateId: random.pick(people).id, currency: EUR });
      payouts.push(payout.id);
    },
    (random) =>
      settlePayout(till.merchant.context, {
        id: oneOf(random, payouts, idOf("payout", uuid(1))),
        action: random.pick(["mark_paid", "mark_failed", "cancel"] as const),
      }),
  ];

  const oneOf = <Id>(random: Seeded, ids: readonly Id[], unknown: Id): Id =>
    ids.length > 0 ? random.pick(ids) : unknown;

  test("and the ledger is sound throughout", { timeout }, async () => {
    till = await aTill(app, { commission_value: 20, max_budget: 2_000, maturation_days: 1 });
    people = [await aPartner(till), await aPartner(till)];
    for (let count = 0; count < 10; count += 1) conversions.push(await earn(till, people[count % 2] as Paid, 10_000));
    for (let round = 0; round < rounds(4); round += 1) {
      await Promise.all(
        Array.from({ length: 32 }, async (_, worker) => {
          const random = seeded(round * 1_000 + worker);
          for (let step = 0; step < 5; step += 1) {
            await outcome(random.pick(actions)(random));
          }
        }),
      );
      expect(await ledgerFaults(app)).toEqual([]);
      if (round % 2 === 0) mature(till);
    }
    const [counts] = await app.db.query<Record<string, bigint>>(sql`
      select (select count(*) from refunds) as refunds, (select count(*) from refunds where not counted) as cancelled,
        (select count(*) from claw_backs where amount_minor > 0) as taken, (select count(*) from claw_backs where amount_minor < 0)
          as returned, (select count(*) from payouts) as payouts, (select count(*) from order_edits) as edits,
        (select count(*) from conversions where part_of is not null) as parts`);
    // Every kind of thing happened, so the checks above had something to find.
    for (const count of Object.values(counts ?? {})) expect(count > 0n).toBe(true);
  });
});

test("none of these races deadlocks", async () => {
  expect(await app.deadlocks()).toBe(0);
});
