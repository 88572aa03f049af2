import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { uuidOf, type AffiliateId } from "../../src/domain/ids.ts";
import { approveConversion, rejectConversionAsMember } from "../../src/usecases/conversions/change-conversion.ts";
import { clawBackConversion } from "../../src/usecases/conversions/claw-back-conversion.ts";
import { createPayout } from "../../src/usecases/payouts/create-payout.ts";
import { settlePayout } from "../../src/usecases/payouts/settle-payouts.ts";
import { currency, money } from "../domain/samples.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { hold } from "../support/held.ts";
import { outcome } from "../support/parallel.ts";
import { ledgerFaults } from "../support/world.ts";
import { aPartner, aTill, earn, earnApproved, mature, type Paid, type Till } from "./till.ts";
import { foldAll } from "../support/folding.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile();
});

const EUR = currency("EUR");

const pay = ({ merchant }: Till, { id: affiliateId }: Paid, code = "EUR") =>
  createPayout(merchant.context, { affiliateId, currency: currency(code) });

async function balancesOf(app: TestApp, owner: AffiliateId): Promise<Record<string, number>> {
  await foldAll(app);
  const rows = await app.db.query<{ kind: string; currency: string; minor: bigint }>(sql`
    select kind, currency, balance_minor as minor from ledger_balances
    where owner_id = ${uuidOf(owner)} and balance_minor <> 0`);
  return Object.fromEntries(
    rows.map(({ kind, currency: code, minor }) => [code === EUR ? kind : `${kind} ${code}`, Number(minor)]),
  );
}

describe("a payout", () => {
  it("includes approved and matured conversions in its currency, and nothing else", async () => {
    const till = await aTill(app);
    const ada = await aPartner(till);
    const other = await aPartner(till);
    await earnApproved(till, ada, 1_000);
    await earnApproved(till, ada, 234);
    await earn(till, ada, 50);
    await earnApproved(till, ada, money(900, "JPY"));
    await earnApproved(till, other, 77);
    mature(till);
    await earnApproved(till, ada, 5_000);
    const payout = await pay(till, ada);
    expect(payout).toMatchObject({
      amount: { minor: 1_234n, currency: "EUR" },
      conversions: 2,
      clawBacks: 0,
      status: "created",
      method: "iban",
      accountHint: "3000",
    });
    expect(await balancesOf(till.app, ada.id)).toEqual({
      pending: 50,
      payable: 5_000,
      in_payout: 1_234,
      "payable JPY": 900,
    });
    expect(await balancesOf(till.app, other.id)).toEqual({ payable: 77 });
    expect(await ledgerFaults(till.app)).toEqual([]);
  });

  it("is the sum of its lines, including a conversion approved a moment before", async () => {
    const till = await aTill(app);
    const ada = await aPartner(till);
    await earnApproved(till, ada, 300);
    const late = await earn(till, ada, 500);
    mature(till);
    // The payout waits here before it takes any lines; what it has read by then may have changed.
    const deductions = await hold(till.app, "lock table claw_backs in share mode");
    const paying = pay(till, ada);
    await deductions.untilBlocked(1);
    await approveConversion(till.merchant.context, { id: late });
    await deductions.release();
    expect(await paying).toMatchObject({ amount: { minor: 800n }, conversions: 2 });
    expect(await ledgerFaults(till.app)).toEqual([]);
  });

  it("sends an event with the contract's fields, in the same transaction", async () => {
    const till = await aTill(app);
    const ada = await aPartner(till);
    await earnApproved(till, ada, 1_234);
    mature(till);
    const payout = await pay(till, ada);
    const [event] = await till.app.db.query<{ body: string }>(
      sql`select body from events where type = 'payout.created' and subject_id = ${uuidOf(payout.id)}`,
    );
    expect(JSON.parse(event?.body ?? "null")).toMatchObject({
      type: "payout.created",
      data: {
        payout_id: payout.id,
        affiliate_id: ada.id,
        affiliate_email: ada.email,
        affiliate_name: expect.stringMatching(/^Affiliate/) as string,
        amount: 12.34,
        currency: "EUR",
        status: "created",
        conversion_count: 1,
        created_at: till.app.clock.now().toISOString(),
      },
    });
  });

  it("without lines is refused, and so is one without payout details", async () => {
    const till = await aTill(app);
    const nobody = await aPartner(till, null);
    const ada = await aPartner(till);
    expect(await outcome(pay(till, ada))).toBe("nothing_to_pay");
    await earnApproved(till, nobody, 10);
    await earnApproved(till, ada, 10);
    expect(await outcome(pay(till, ada))).toBe("nothing_to_pay");
    mature(till);
    expect(await outcome(pay(till, nobody))).toBe("no_payout_details");
    expect(await outcome(pay(till, ada, "USD"))).toBe("nothing_to_pay");
    const [{ batches } = { batches: -1 }] = await till.app.db.query<{ batches: number }>(
      sql`select count(*)::int as batches from payout_batches where account_id = ${uuidOf(till.merchant.accountId)}`,
    );
    expect(batches).toBe(0);
  });

  it("goes from created to paid, and from paid to failed when the bank returns it; then it can be paid again", async () => {
    const till = await aTill(app);
    const ada = await aPartner(till);
    await earnApproved(till, ada, 700);
    mature(till);
    const { context } = till.merchant;
    const { id } = await pay(till, ada);
    expect(await outcome(pay(till, ada))).toBe("nothing_to_pay");
    const paidOn = app.clock.dayAfter(1);
    const paid = await settlePayout(context, { id, action: "mark_paid", reference: "E2E-1", paidOn });
    expect(paid).toMatchObject({ status: "paid", reference: "E2E-1", paidOn });
    expect(await balancesOf(till.app, ada.id)).toEqual({ paid: 700 });
    expect(await outcome(settlePayout(context, { id, action: "mark_paid" }))).toBe("payout_already_paid");
    expect(await outcome(settlePayout(context, { id, action: "cancel" }))).toBe("payout_not_cancellable");
    await settlePayout(context, { id, action: "mark_failed", reason: "Account closed" });
    expect(await balancesOf(till.app, ada.id)).toEqual({ payable: 700 });
    expect(await outcome(settlePayout(context, { id, action: "mark_failed" }))).toBe("payout_already_ended");
    expect((await pay(till, ada)).amount.minor).toBe(700n);
    expect(await ledgerFaults(till.app)).toEqual([]);
  });

  it("releases its conversions when it is cancelled, and keeps its lines", async () => {
    const till = await aTill(app);
    const ada = await aPartner(till);
    const conversion = await earnApproved(till, ada, 700);
    mature(till);
    const { id } = await pay(till, ada);
    expect(await outcome(rejectConversionAsMember(till.merchant.context, { id: conversion }))).toBe(
      "conversion_in_payout",
    );
    await settlePayout(till.merchant.context, { id, action: "cancel", reason: "Wrong account" });
    const lines = await till.app.db.query(sql`
      select conversion_id, amount_minor, living from payout_lines where payout_id = ${uuidOf(id)}`);
    expect(lines).toEqual([{ conversion_id: uuidOf(conversion), amount_minor: 700n, living: false }]);
    expect(await balancesOf(till.app, ada.id)).toEqual({ payable: 700 });
    expect(await ledgerFaults(till.app)).toEqual([]);
  });
});

describe("a claw-back", () => {
  it("is deducted from the next payout, and returns nothing to the budget", async () => {
    const till = await aTill(app, { max_budget: 100 });
    const ada = await aPartner(till);
    const first = await earnApproved(till, ada, 1_000);
    mature(till);
    const { context } = till.merchant;
    const payout = await pay(till, ada);
    await settlePayout(context, { id: payout.id, action: "mark_paid" });
    await clawBackConversion(context, { id: first, reason: "Returned goods" });
    expect(await balancesOf(till.app, ada.id)).toEqual({ paid: 1_000, receivable: -1_000 });
    await earnApproved(till, ada, 900);
    mature(till);
    expect(await outcome(pay(till, ada))).toBe("nothing_to_pay");
    await earnApproved(till, ada, 100);
    mature(till);
    expect(await outcome(pay(till, ada))).toBe("nothing_to_pay");
    await earnApproved(till, ada, 1);
    mature(till);
    expect(await pay(till, ada)).toMatchObject({
      amount: { minor: 1n },
      earnedMinor: 1_001n,
      clawedBackMinor: 1_000n,
      conversions: 3,
      clawBacks: 1,
    });
    expect(await balancesOf(till.app, ada.id)).toEqual({ paid: 1_000, in_payout: 1 });
    const { body } = await till.merchant.call("GET", `/v1/campaigns/${till.campaignId}`);
    expect(body.campaign.current_spend).toBe(20.01);
    expect(await ledgerFaults(till.app)).toEqual([]);
  });

  it("of a payout that fails is owed again, and deducted from the next one", async () => {
    const till = await aTill(app);
    const ada = await aPartner(till);
    const { context } = till.merchant;
    const first = await earnApproved(till, ada, 300);
    await earnApproved(till, ada, 500);
    mature(till);
    await clawBackConversion(context, { id: first, reason: "Fraud" });
    const payout = await pay(till, ada);
    expect(payout.amount.minor).toBe(500n);
    await settlePayout(context, { id: payout.id, action: "mark_paid" });
    await settlePayout(context, { id: payout.id, action: "mark_failed" });
    expect(await balancesOf(till.app, ada.id)).toEqual({ payable: 800, receivable: -300 });
    expect((await pay(till, ada)).amount.minor).toBe(500n);
    expect(await ledgerFaults(till.app)).toEqual([]);
  });

  it("happens once, for approved and matured commissions above zero", async () => {
    const till = await aTill(app);
    const ada = await aPartner(till);
    const { context } = till.merchant;
    const take = (id: Awaited<ReturnType<typeof earn>>) => outcome(clawBackConversion(context, { id, reason: "No" }));
    const pending = await earn(till, ada, 10);
    const approved = await earnApproved(till, ada, 10);
    const nothing = await earnApproved(till, ada, 0);
    expect(await take(pending)).toBe("conversion_not_approved");
    expect(await take(approved)).toBe("inside_maturation_period");
    mature(till);
    expect(await take(pending)).toBe("conversion_not_approved");
    expect(await take(nothing)).toBe("nothing_to_claw_back");
    expect(await take(approved)).toMatchObject({ amount: { minor: 10n } });
    expect(await take(approved)).toBe("already_clawed_back");
    await approveConversion(context, { id: pending });
    expect(await take(pending)).toMatchObject({ amount: { minor: 10n } });
    expect(await balancesOf(till.app, ada.id)).toEqual({ payable: 20, receivable: -20 });
    expect(await ledgerFaults(till.app)).toEqual([]);
  });
});

describe("the database", () => {
  it("rejects at commit a payout that is not the sum of its lines", async () => {
    const till = await aTill(app);
    const ada = await aPartner(till);
    const other = await aPartner(till);
    await earnApproved(till, ada, 700);
    mature(till);
    const { id } = await pay(till, ada);
    const payout = uuidOf(id);
    const write = (statement: ReturnType<typeof sql>) => till.app.db.transaction((tx) => tx.query(statement));
    await expect(
      write(sql`update payouts set amount_minor = 701, earned_minor = 701 where id = ${payout}`),
    ).rejects.toThrow(/append-only/);
    await expect(write(sql`update payout_lines set living = false where payout_id = ${payout}`)).rejects.toThrow(
      /not the sum of its lines/,
    );
    await expect(
      write(sql`insert into payout_lines (payout_id, account_id, conversion_id, amount_minor, living)
        select payout_id, account_id, conversion_id, 1, false from payout_lines where payout_id = ${payout}`),
    ).rejects.toThrow(/payout_lines_by_payout/);
    await expect(write(sql`delete from payout_lines where payout_id = ${payout}`)).rejects.toThrow(/append-only/);
    await expect(
      write(sql`update payouts set status = 'failed', settled_at = now() where id = ${payout}`),
    ).rejects.toThrow(/still holds lines/);
    await expect(
      write(sql`insert into payouts (id, account_id, batch_id, affiliate_id, currency, amount_minor, earned_minor,
          clawed_back_minor, conversions, claw_backs, status, seq, method, formats, account_hint, created_at)
        select gen_random_uuid(), account_id, batch_id, ${uuidOf(other.id)}, 'EUR', 5, 5, 0, 1, 0, 'created', 1, 'iban', '{csv}', '',
          now()
        from payouts where id = ${payout}`),
    ).rejects.toThrow(/not the sum of its lines/);
  });
});
