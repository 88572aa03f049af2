import sql from "sql-template-tag";
import { describe, expect, it, test } from "vitest";
import type { Conversion } from "../../src/domain/conversion.ts";
import { uuidOf, type AffiliateId } from "../../src/domain/ids.ts";
import { isPickedByPayout, isUnpaid, isWithdrawable, payableMinor } from "../../src/domain/withdrawable.ts";
import { listBalances } from "../../src/store/payouts/balances.ts";
import { previewBatch } from "../../src/store/payouts/payout-batches.ts";
import { ownConversionList, type OwnConversion } from "../../src/store/conversions/own-conversions.ts";
import { withdrawableIn } from "../../src/store/withdrawable.ts";
import { clawBackConversion } from "../../src/usecases/conversions/claw-back-conversion.ts";
import { approveConversion, rejectConversionAsMember } from "../../src/usecases/conversions/change-conversion.ts";
import { addUpMaturedCommission } from "../../src/usecases/payouts/add-up-matured.ts";
import { createPayout } from "../../src/usecases/payouts/create-payout.ts";
import { settlePayout } from "../../src/usecases/payouts/settle-payouts.ts";
import { readOverview } from "../../src/usecases/overview/read-own-overview.ts";
import { currency } from "../domain/samples.ts";
import { outcome } from "../support/parallel.ts";
import { seeded } from "../support/seeded.ts";
import { ledgerFaults } from "../support/world.ts";
import { aPartner, aTill, earn, earnApproved, mature, type Paid, type Till } from "./till.ts";

const EUR = currency("EUR");
const STEPS = 120;
const SEEDS = [1, 2, 3];
const EVERYTHING = { limit: 1_000, offset: 0 };

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
const commissions = (rows: readonly OwnConversion[], holds: (row: OwnConversion) => boolean): bigint =>
  sum(rows.filter(holds).map(({ conversion }) => conversion.commission.minor));

/** Orders, decisions, claw-backs, payouts and their outcomes, in any order. */
async function live(till: Till, person: Paid, seed: number): Promise<void> {
  const random = seeded(seed);
  const { context } = till.merchant;
  const conversions: Conversion["id"][] = [];
  const payouts: Awaited<ReturnType<typeof createPayout>>["id"][] = [];
  const steps = {
    track: async () => conversions.push(await earn(till, person, random.pick([0, 1, 250, 1_000]))),
    approve: () => outcome(approveConversion(context, { id: random.pick(conversions) })),
    reject: () => outcome(rejectConversionAsMember(context, { id: random.pick(conversions) })),
    clawBack: () => outcome(clawBackConversion(context, { id: random.pick(conversions), reason: "Returned" })),
    wait: async () => {
      till.app.clock.forward({ hours: random.pick([1, 24, 24 * 7]) });
      await addUpMaturedCommission(till.app.services);
    },
    pay: async () => {
      const made = await outcome(createPayout(context, { affiliateId: person.id, currency: EUR }));
      if (typeof made !== "string") payouts.push(made.id);
    },
    settle: async () => {
      if (payouts.length === 0) return;
      const action = random.pick(["mark_paid", "mark_failed"] as const);
      await outcome(settlePayout(context, { id: random.pick(payouts), action }));
    },
  };
  const often = ["track", "track", "track", "approve", "approve", "approve", "approve", "clawBack", "wait"] as const;
  await steps.track();
  for (let step = 0; step < STEPS; step += 1)
    await steps[random.pick([...often, "clawBack", "reject", "pay", "settle"] as const)]();
}

describe.each(SEEDS)("after a random history (seed %i)", (seed) => {
  it("everything that pays, previews or sums commissions agrees with one rule", async () => {
    const till = await aTill();
    const person = await aPartner(till);
    await live(till, person, seed);
    const { db, clock } = till.app;
    const now = clock.now();
    const { accountId } = till.merchant;
    const rows = await ownConversionList.read(db, person, { filter: {}, slice: EVERYTHING });
    expect(rows.length).toBeGreaterThan(10);

    // Row by row in SQL and as sums, at earlier and later times than the one up to which they are added up.
    const rule = withdrawableIn("conversions");
    for (const days of [-20, -3, 0, 5, 30]) {
      const at = new Date(now.getTime() + days * 86_400_000);
      const found = await db.query<{ id: string; unpaid: boolean; picked: boolean; maturing: boolean }>(sql`
        select id, (${rule.unpaid}) as unpaid, coalesce(${rule.picked(at)}, false) as picked,
          coalesce(${rule.maturing(at)}, false) as maturing
        from conversions where account_id = ${uuidOf(accountId)}`);
      const expected = rows.map(({ conversion }) => ({
        id: uuidOf(conversion.id),
        unpaid: isUnpaid(conversion),
        picked: isPickedByPayout(conversion, at),
        maturing: isUnpaid(conversion) && !isPickedByPayout(conversion, at),
      }));
      const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
      expect(found.toSorted(byId)).toEqual(expected.toSorted(byId));
      const [sums] = await previewBatch(db, accountId, { currency: EUR, minimumMinor: 0n, asOf: at, page: EVERYTHING });
      const picked = rows.filter(({ conversion }) => isPickedByPayout(conversion, at));
      expect([sums?.conversions ?? 0, sums?.earnedMinor ?? 0n]).toEqual([
        picked.length,
        commissions(picked, () => true),
      ]);
    }

    const withdrawable = commissions(rows, ({ conversion }) => isPickedByPayout(conversion, now));
    const maturing = commissions(rows, ({ conversion }) => isUnpaid(conversion)) - withdrawable;
    const owedBack = commissions(rows, ({ deduction }) => deduction !== null && deduction.payoutId === null);
    const payable = payableMinor(withdrawable, owedBack);

    const scope = { accountId };
    const [listed] = await listBalances(db, scope, { filter: { currency: EUR }, slice: EVERYTHING, now });
    expect(listed?.balance).toMatchObject({ withdrawable, maturing, owedBack });
    for (const campaignId of [undefined, till.campaignId]) {
      const context = { ...till.app.services, userId: person.userId, origin: null, affiliate: true as const };
      const { standings } = await readOverview(context, { campaignId, from: undefined, to: undefined });
      const own = standings.find((each) => each.currency === EUR);
      expect(own).toMatchObject({
        maturingMinor: maturing,
        withdrawableMinor: withdrawable,
        owedBackMinor: owedBack,
        payableMinor: payable,
      });
    }
    const terms = { currency: EUR, minimumMinor: 0n, asOf: now };
    const previewed = await previewBatch(db, accountId, { ...terms, page: EVERYTHING });
    const offered = previewed.find(({ affiliateId }) => affiliateId === (person.id satisfies AffiliateId));
    expect(offered?.earnedMinor ?? 0n).toBe(withdrawable);
    expect(offered?.skipped === null ? offered.amountMinor : 0n).toBe(payable);

    // The affiliate's texts about each conversion also add up to the payout.
    const voided = commissions(
      rows,
      ({ conversion, deduction }) => isPickedByPayout(conversion, now) && deduction?.payoutId === null,
    );
    const called = commissions(rows, ({ conversion, deduction }) => isWithdrawable(conversion, deduction, now));
    expect(called).toBe(withdrawable - voided);
    expect(payableMinor(called, owedBack - voided)).toBe(payable);

    const paid = await outcome(createPayout(till.merchant.context, { affiliateId: person.id, currency: EUR }));
    expect(typeof paid === "string" ? 0n : paid.amount.minor).toBe(payable);
    expect(await ledgerFaults(till.app)).toEqual([]);
  });
});

test("an affiliate whose commission cannot be added up does not block others", async () => {
  const broken = await aTill();
  const { app } = broken;
  // Account IDs contain their time.
  app.clock.forward({ seconds: 1 });
  const sound = await aTill(app);
  const ada = await aPartner(broken);
  const bob = await aPartner(sound);
  await app.db.query(sql`
    insert into matured_sums (account_id, affiliate_id, currency, matured_until, conversions, commission_minor)
    values (${uuidOf(broken.merchant.accountId)}, ${uuidOf(ada.id)}, 'EUR', '-infinity', 1, 9223372036854775807)`);
  await earnApproved(broken, ada, 1_000);
  await earnApproved(sound, bob, 2_000);
  mature(sound);
  await expect(addUpMaturedCommission(app.services)).rejects.toThrow("bigint out of range");
  const sums = await app.db.query(sql`
    select commission_minor as minor from matured_sums where affiliate_id = ${uuidOf(bob.id)}`);
  expect(sums).toEqual([{ minor: 2_000n }]);
});
