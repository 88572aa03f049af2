import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { insertBatch } from "../../src/store/payouts/payout-batches.ts";
import { moneyJobs } from "../../src/jobs/money-jobs.ts";
import { clawBackConversion } from "../../src/usecases/conversions/claw-back-conversion.ts";
import { setAutoApprove } from "../../src/usecases/conversions/set-auto-approve.ts";
import { browsePayouts } from "../../src/usecases/payouts/browse-payouts.ts";
import { browseBatches, getBatch } from "../../src/usecases/payouts/browse-batches.ts";
import { createBatch, newBatch, previewPayouts } from "../../src/usecases/payouts/create-batch.ts";
import { advanceBatch } from "../../src/usecases/payouts/advance-batch.ts";
import { getPayoutSettings, setPayer, setSchedule } from "../../src/usecases/payouts/payer-settings.ts";
import { getProfile } from "../../src/usecases/people/profile.ts";
import { currency, money } from "../domain/samples.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { outcome } from "../support/parallel.ts";
import { conversionIdOf, ledgerFaults } from "../support/world.ts";
import { aClick } from "../support/clicks.ts";
import { aCrowd } from "./crowd.ts";
import { aPartner, aTill, earn, earnApproved, GERMAN_IBAN, mature, type Till } from "./till.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile();
});

const EUR = currency("EUR");
const ALL = { limit: 100, offset: 0 };

const termsOf = ({ app }: Till, minimum = 0) => ({
  currency: EUR,
  minimumMinor: BigInt(minimum),
  asOf: app.clock.now(),
});

describe("a batch", () => {
  it("pays everybody who reaches the minimum, exactly as its preview said", async () => {
    const till = await aTill(app);
    const [enough, exactly, little, owing] = [
      await aPartner(till),
      await aPartner(till),
      await aPartner(till),
      await aPartner(till),
    ];
    const nowhere = await aPartner(till, null);
    await earnApproved(till, enough, 6_000);
    await earnApproved(till, exactly, 5_000);
    await earnApproved(till, little, 4_999);
    const returned = await earnApproved(till, owing, 9_000);
    await earnApproved(till, nowhere, 7_000);
    await earnApproved(till, enough, money(900, "JPY"));
    mature(till);
    await clawBackConversion(till.merchant.context, { id: returned, reason: "Returned" });
    const terms = termsOf(till, 5_000);
    const { summary, rows } = await previewPayouts(till.merchant.context, terms, ALL);
    expect(summary).toEqual({ payouts: 2, totalMinor: 11_000n, conversions: 2, skipped: 3, skippedWithoutDetails: 1 });
    expect(
      Object.fromEntries(rows.map(({ affiliateId, amountMinor, skipped }) => [affiliateId, [amountMinor, skipped]])),
    ).toEqual({
      [enough.id]: [6_000n, null],
      [exactly.id]: [5_000n, null],
      [little.id]: [4_999n, "below_minimum"],
      [owing.id]: [0n, "owes_more"],
      [nowhere.id]: [7_000n, "no_payout_details"],
    });
    // Commissions that become withdrawable between preview and payment go into the next batch.
    till.app.clock.forward({ days: 1 });
    await earnApproved(till, little, 50_000);
    const expected = { payouts: summary.payouts, totalMinor: summary.totalMinor };
    const batch = await createBatch(till.merchant.context, { ...terms, expected });
    expect(batch).toMatchObject({ status: "made", skippedWithoutDetails: 1, origin: "batch" });
    const { rows: payouts } = await browsePayouts.page(till.merchant.context, { batchId: batch.id }, ALL);
    const previewed = rows.filter(({ skipped }) => skipped === null);
    expect(new Map(payouts.map(({ payout }) => [payout.affiliateId, payout.amount.minor]))).toEqual(
      new Map(previewed.map((row) => [row.affiliateId, row.amountMinor])),
    );
    expect(await ledgerFaults(till.app)).toEqual([]);
  });

  it("without payouts is refused, and one with an outdated preview pays nobody", async () => {
    const till = await aTill(app);
    const ada = await aPartner(till);
    const { context } = till.merchant;
    expect(await outcome(createBatch(context, termsOf(till)))).toBe("nothing_to_pay");
    const id = await earnApproved(till, ada, 500);
    await earnApproved(till, ada, 700);
    mature(till);
    await clawBackConversion(context, { id, reason: "Returned" });
    const stale = { payouts: 1, totalMinor: 1_200n };
    expect(await outcome(createBatch(context, { ...termsOf(till), expected: stale }))).toBe("preview_changed");
    const future = { ...termsOf(till), asOf: new Date(till.app.clock.now().getTime() + 1) };
    expect(await outcome(createBatch(context, future))).toBe("invalid_request");
    expect((await browseBatches(context, ALL)).total.count).toBe(0);
    const fresh = { payouts: 1, totalMinor: 700n };
    expect(await outcome(createBatch(context, { ...termsOf(till), expected: fresh }))).toMatchObject({
      status: "made",
    });
  });

  it("of many affiliates is created in parts: each affiliate is paid once, and each part is complete", async () => {
    const till = await aTill(app);
    const crowd = await aCrowd(till, 105);
    for (const [number, person] of crowd.entries()) await earnApproved(till, person, 100 + number);
    mature(till);
    const batch = await createBatch(till.merchant.context, termsOf(till));
    const { tallies } = await getBatch(till.merchant.context, batch.id);
    expect(tallies).toMatchObject([{ status: "created", payouts: 105, minor: BigInt(105 * 100 + (104 * 105) / 2) }]);
    const [events] = await till.app.db.query(
      sql`select count(*)::int as count from events
        where type = 'payout.created' and account_id = ${uuidOf(till.merchant.accountId)}`,
    );
    expect(events).toEqual({ count: 105 });
    expect(await ledgerFaults(till.app)).toEqual([]);
  });
});

describe("the preview of a batch", () => {
  it("marks affiliates who are suspended in a campaign of the account", async () => {
    const till = await aTill(app);
    const [doubted, trusted] = [await aPartner(till), await aPartner(till)];
    for (const person of [doubted, trusted]) await earnApproved(till, person, 1_000);
    mature(till);
    await till.app.db.query(sql`
      update affiliations set status = 'suspended' where affiliate_id = ${uuidOf(doubted.id)}`);
    const { rows } = await previewPayouts(till.merchant.context, termsOf(till), ALL);
    expect(Object.fromEntries(rows.map(({ affiliateId, suspended }) => [affiliateId, suspended]))).toEqual({
      [doubted.id]: true,
      [trusted.id]: false,
    });
  });
});

describe("after the installation's secret was lost", () => {
  it("affiliates with unreadable details are skipped, and everybody else is paid", async () => {
    const till = await aTill(app);
    const [lost, found] = [await aPartner(till), await aPartner(till)];
    await earnApproved(till, lost, 1_000);
    await earnApproved(till, found, 2_000);
    mature(till);
    const { context } = till.merchant;
    await setPayer(context, { name: "Shop", iban: GERMAN_IBAN, bic: null });
    await till.app.db.query(sql`
      update payout_details set details_encrypted = sha256(details_encrypted) where user_id = ${uuidOf(lost.userId)}`);
    await till.app.db.query(sql`
      update payers set iban_encrypted = sha256(iban_encrypted) where account_id = ${uuidOf(till.merchant.accountId)}`);
    await createBatch(context, termsOf(till));
    const { rows } = await browsePayouts.page(context, {}, ALL);
    expect(rows.map(({ payout }) => payout.affiliateId)).toEqual([found.id]);
    const profile = await getProfile({ ...till.app.services, userId: lost.userId, affiliate: true });
    expect(profile.payoutDetails).toBeNull();
    expect((await getPayoutSettings(context)).payer).toBeNull();
    await setPayer(context, { name: "Shop", iban: GERMAN_IBAN, bic: null });
    expect((await getPayoutSettings(context)).payer).toMatchObject({ iban: GERMAN_IBAN });
  });
});

describe("a batch that is being created", () => {
  it("blocks a second one in its currency, and no other", async () => {
    const till = await aTill(app);
    const ada = await aPartner(till);
    await earnApproved(till, ada, 1_000);
    await earnApproved(till, ada, money(900, "JPY"));
    mature(till);
    const { context } = till.merchant;
    const batch = newBatch(context, termsOf(till), { origin: "batch", month: null });
    await till.app.db.transaction((tx) => insertBatch(tx, batch));
    expect(await outcome(createBatch(context, termsOf(till)))).toBe("batch_under_way");
    await createBatch(context, { ...termsOf(till), currency: currency("JPY") });
    await advanceBatch(till.app.services, batch);
    expect(await outcome(createBatch(context, termsOf(till)))).toBe("nothing_to_pay");
    expect(await ledgerFaults(till.app)).toEqual([]);
  });
});

describe("a monthly batch", () => {
  const jobsOf = async ({ app }: Till): Promise<void> => {
    for (const job of moneyJobs(app.services)) await job.run();
  };
  const batchesOf = async (till: Till) =>
    (await browseBatches(till.merchant.context, ALL)).rows.map(({ batch }) => batch);

  it("is created on its day, once a month, above its minimum, and not on the day it was set up", async () => {
    const till = await aTill();
    const [rich, poor] = [await aPartner(till), await aPartner(till)];
    await earnApproved(till, rich, 5_000);
    await earnApproved(till, poor, 10);
    till.app.clock.set(new Date("2026-03-15T09:00:00.000Z"));
    await setSchedule(till.merchant.context, { currency: EUR, day: 15, minimumMinor: 1_000n });
    await jobsOf(till);
    expect(await batchesOf(till)).toEqual([]);
    till.app.clock.set(new Date("2026-04-15T00:00:01.000Z"));
    await Promise.all([jobsOf(till), jobsOf(till)]);
    await jobsOf(till);
    expect(await batchesOf(till)).toMatchObject([
      { origin: "monthly", month: "2026-04-01", status: "made", actor: "system" },
    ]);
    const { rows } = await browsePayouts.page(till.merchant.context, {}, ALL);
    expect(rows.map(({ payout }) => [payout.affiliateId, payout.amount.minor])).toEqual([[rich.id, 5_000n]]);
    // A process that was down for two months catches up with one batch.
    await earnApproved(till, rich, 2_000);
    till.app.clock.set(new Date("2026-07-20T00:00:00.000Z"));
    await jobsOf(till);
    expect((await batchesOf(till)).map(({ month }) => month)).toEqual(["2026-05-01", "2026-04-01"]);
    till.app.clock.set(new Date("2026-08-15T00:00:00.000Z"));
    await jobsOf(till);
    expect(await batchesOf(till)).toHaveLength(2); // nothing to pay, no batch
    expect(await ledgerFaults(till.app)).toEqual([]);
  });

  it("that is created late does not replace the next, and each month has one, however its day is moved", async () => {
    const till = await aTill();
    const ada = await aPartner(till);
    const { context } = till.merchant;
    const nextOn = async () => (await getPayoutSettings(context)).schedules[0]?.nextOn;
    till.app.clock.set(new Date("2026-05-20T00:00:00.000Z"));
    await setSchedule(context, { currency: EUR, day: 15, minimumMinor: 0n });
    await earnApproved(till, ada, 1_000);
    till.app.clock.set(new Date("2026-07-03T00:00:00.000Z"));
    await jobsOf(till);
    await earnApproved(till, ada, 2_000);
    till.app.clock.set(new Date("2026-07-15T00:00:00.000Z"));
    await jobsOf(till);
    expect((await batchesOf(till)).map(({ month }) => month)).toEqual(["2026-07-01", "2026-06-01"]);
    await setSchedule(context, { currency: EUR, day: 28, minimumMinor: 0n });
    expect(await nextOn()).toBe("2026-08-28");
  });
});

describe("a campaign with automatic approval", () => {
  it("approves matured conversions without flags, and nothing else", async () => {
    const till = await aTill();
    const ada = await aPartner(till);
    const { context } = till.merchant;
    const shop = { app: till.app, merchant: till.merchant, campaignId: till.campaignId, affiliate: ada };
    const click = await aClick(shop);
    till.app.clock.forward({ hours: 1 });
    const { body } = await till.merchant.call("POST", "/v1/conversions", {
      body: { campaign_id: till.campaignId, click_id: click, external_id: "clean", amount: 10 },
    });
    const clean = conversionIdOf(body.conversion.id as string);
    const byCode = await earn(till, ada, 20);
    const run = async (): Promise<void> => {
      for (const job of moneyJobs(till.app.services)) await job.run();
    };
    const statusOf = async (id: typeof clean) => {
      const [row] = await till.app.db.query<{ status: string }>(
        sql`select status from conversions where id = ${uuidOf(id)}`,
      );
      return row?.status;
    };
    mature(till);
    await run();
    expect(await statusOf(clean)).toBe("pending");
    await setAutoApprove(context, { id: till.campaignId, autoApprove: "when_matured" });
    till.app.clock.forward({ hours: -1 });
    await run();
    expect(await statusOf(clean)).toBe("pending");
    till.app.clock.forward({ hours: 1 });
    await run();
    expect([await statusOf(clean), await statusOf(byCode)]).toEqual(["approved", "pending"]);
    const doubtful = await earn(till, ada, 30);
    await till.app.db.query(sql`update conversions set warning_signs = '{}' where id = ${uuidOf(doubtful)}`);
    await till.app.db.query(sql`update affiliations set status = 'suspended'`);
    mature(till);
    await run();
    expect(await statusOf(doubtful)).toBe("pending");
    const [step] = await till.app.db.query(sql`
      select actor, action from conversion_transitions where conversion_id = ${uuidOf(clean)} and seq = 2`);
    expect(step).toEqual({ actor: "system", action: "approve" });
    expect(await ledgerFaults(till.app)).toEqual([]);
  });
});
