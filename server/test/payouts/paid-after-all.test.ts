import sql from "sql-template-tag";
import { beforeAll, describe, expect, it, test } from "vitest";
import type { ConversionId, PayoutId } from "../../src/domain/ids.ts";
import { idOf, uuidOf } from "../../src/domain/ids.ts";
import type { PayoutAction } from "../../src/domain/payout.ts";
import { random } from "../../src/system/random.ts";
import { clawBackConversion } from "../../src/usecases/conversions/claw-back-conversion.ts";
import { rejectConversionAsMember } from "../../src/usecases/conversions/change-conversion.ts";
import { createBatch } from "../../src/usecases/payouts/create-batch.ts";
import { createPayout } from "../../src/usecases/payouts/create-payout.ts";
import { importBankResults, previewBankResults } from "../../src/usecases/payouts/import-bank-results.ts";
import { settlePayout } from "../../src/usecases/payouts/settle-payouts.ts";
import { currency } from "../domain/samples.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { outcome, rounds, together, timeout, wideApp } from "../support/parallel.ts";
import { ledgerFaults } from "../support/world.ts";
import { aPartner, aTill, earnApproved, mature, rowsOf, type Paid, type Till } from "./till.ts";
import { foldAll } from "../support/folding.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile();
});

const EUR = currency("EUR");
const pay = (till: Till, { id }: Paid) => createPayout(till.merchant.context, { affiliateId: id, currency: EUR });
const settle = (till: Till, id: PayoutId, action: PayoutAction) => settlePayout(till.merchant.context, { id, action });
const codeOf = (result: unknown): string => (typeof result === "string" ? result : "done");

async function balancesOf({ app }: Till, { id }: Paid): Promise<Record<string, number>> {
  await foldAll(app);
  const rows = await app.db.query<{ kind: string; minor: bigint }>(sql`
    select kind, balance_minor as minor from ledger_balances where owner_id = ${uuidOf(id)} and balance_minor <> 0`);
  return Object.fromEntries(rows.map(({ kind, minor }) => [kind, Number(minor)]));
}

/** An affiliate with two orders and a claw-back of an earlier one, in a payout of 2,500. */
async function aPayout(till: Till): Promise<{ ada: Paid; id: PayoutId; conversion: ConversionId }> {
  const ada = await aPartner(till);
  const returned = await earnApproved(till, ada, 500);
  mature(till);
  await settle(till, (await pay(till, ada)).id, "mark_paid");
  await clawBackConversion(till.merchant.context, { id: returned, reason: "Returned" });
  const conversion = await earnApproved(till, ada, 1_000);
  await earnApproved(till, ada, 2_000);
  mature(till);
  const payout = await pay(till, ada);
  expect(payout.amount.minor).toBe(2_500n);
  return { ada, id: payout.id, conversion };
}

describe("a payout that the bank paid after all", () => {
  it.each(["mark_failed", "cancel"] as const)("can be marked as paid after %s, repeatedly", async (ending) => {
    const till = await aTill(app);
    const { ada, id } = await aPayout(till);
    const announced = async () =>
      (await till.app.db.query(sql`select id from events where subject_id = ${uuidOf(id)}`)).length;
    const before = await announced();
    await settle(till, id, ending);
    expect(await balancesOf(till, ada)).toEqual({ paid: 500, payable: 3_000, receivable: -500 });
    for (let time = 0; time < 2; time += 1) {
      expect(await settle(till, id, "mark_paid")).toMatchObject({ status: "paid", reason: null });
      expect(await balancesOf(till, ada)).toEqual({ paid: 3_000 });
      expect(await outcome(pay(till, ada))).toBe("nothing_to_pay");
      await settle(till, id, "mark_failed");
      expect(await ledgerFaults(till.app)).toEqual([]);
    }
    await settle(till, id, "mark_paid");
    const [tally] = await till.app.db.query(sql`
      select status, payouts::int, amount_minor::int as minor from payout_tallies
      where payouts <> 0 and batch_id = (select batch_id from payouts where id = ${uuidOf(id)})`);
    expect(tally).toEqual({ status: "paid", payouts: 1, minor: 2_500 });
    expect(await announced()).toBe(before);
    expect(await ledgerFaults(till.app)).toEqual([]);
  });

  it("is refused while a newer payout has one of its conversions, and names it", async () => {
    const till = await aTill(app);
    const { ada, id } = await aPayout(till);
    await settle(till, id, "mark_failed");
    const newer = await pay(till, ada);
    const refusal = settle(till, id, "mark_paid");
    await expect(refusal).rejects.toMatchObject({ code: "payout_lines_taken", facts: { payout_id: newer.id } });
    await expect(refusal).rejects.toThrow(`now part of ${newer.id}, which is not paid yet. Cancel that payout first`);
    await settle(till, newer.id, "mark_paid");
    await expect(settle(till, id, "mark_paid")).rejects.toThrow("If it paid both, ask the affiliate to send one back.");
    await settle(till, newer.id, "mark_failed");
    expect(await settle(till, id, "mark_paid")).toMatchObject({ status: "paid" });
    expect(await outcome(settle(till, newer.id, "mark_paid"))).toBe("payout_lines_taken");
    expect(await ledgerFaults(till.app)).toEqual([]);
  });

  it("leaves a claw-back made meanwhile for the next payout", async () => {
    const till = await aTill(app);
    const { ada, id, conversion } = await aPayout(till);
    await settle(till, id, "mark_failed");
    await clawBackConversion(till.merchant.context, { id: conversion, reason: "Returned as well" });
    await settle(till, id, "mark_paid");
    expect(await balancesOf(till, ada)).toEqual({ paid: 3_000, receivable: -1_000 });
    expect(await ledgerFaults(till.app)).toEqual([]);
  });

  it("cannot be imported together with another that lists the same conversions: the older one gets them", async () => {
    const till = await aTill(app);
    const { ada, id } = await aPayout(till);
    await settle(till, id, "mark_failed");
    // IDs contain their time.
    till.app.clock.forward({ seconds: 1 });
    const newer = await pay(till, ada);
    await settle(till, newer.id, "cancel");
    const rows = rowsOf(`payout_id,status\n${newer.id},paid\n${id},paid\n`);
    const { context } = till.merchant;
    const shown = async (results: Promise<readonly { outcome: string }[]>) =>
      (await results).map((result) => result.outcome);
    expect(await shown(previewBankResults(context, rows))).toEqual(["refused", "change"]);
    expect(await shown(importBankResults(context, rows))).toEqual(["refused", "change"]);
    expect(await shown(importBankResults(context, rows))).toEqual(["refused", "unchanged"]);
    expect(await ledgerFaults(till.app)).toEqual([]);
  });

  it.each([
    ["a small file", 0],
    ["a file that is saved in several parts", 200],
  ])(
    "can be imported together with the failure of the newer one that has its conversions, in %s",
    async (_, between) => {
      const till = await aTill(app);
      const { ada, id } = await aPayout(till);
      const { clock } = till.app;
      await settle(till, id, "mark_failed");
      // IDs contain their time.
      clock.forward({ seconds: 1 });
      const unknown = Array.from({ length: between }, () => idOf("payout", random.uuid(clock.now())));
      clock.forward({ seconds: 1 });
      const newer = await pay(till, ada);
      const rows = rowsOf(
        `payout_id,status\n${id},paid\n${newer.id},failed\n${unknown.map((each) => `${each},paid\n`).join("")}`,
      );
      const { context } = till.merchant;
      const outcomes = ["change", "change", ...unknown.map(() => "refused")];
      expect((await previewBankResults(context, rows)).map((result) => result.outcome)).toEqual(outcomes);
      expect((await importBankResults(context, rows)).map((result) => result.outcome)).toEqual(outcomes);
      expect(await balancesOf(till, ada)).toEqual({ paid: 3_000 });
      expect(await ledgerFaults(till.app)).toEqual([]);
    },
  );

  it("never takes lines of another payout, whatever is sent to the database", async () => {
    const till = await aTill(app);
    const { ada, id } = await aPayout(till);
    await settle(till, id, "mark_failed");
    await pay(till, ada);
    const revive = sql`update payout_lines set living = true where payout_id = ${uuidOf(id)}`;
    await expect(till.app.db.query(revive)).rejects.toThrow(/payout_lines_one_living/);
    const rewrite = sql`update payout_lines set amount_minor = 1 where payout_id = ${uuidOf(id)} and claw_back_id is null`;
    await expect(till.app.db.query(rewrite)).rejects.toThrow(/append-only|payout_lines/);
  });
});

test(
  "concurrent payouts, reclaims, ends, rejections and claw-backs leave every conversion in at most one active payout",
  { timeout },
  async () => {
    const app = await wideApp();
    const till = await aTill(app);
    const { context } = till.merchant;
    const met = new Set<string>();
    for (let round = 0; round < rounds(2); round += 1) {
      const people = [await aPartner(till), await aPartner(till)];
      const conversions: ConversionId[] = [];
      for (const person of people)
        for (let number = 0; number < 6; number += 1) conversions.push(await earnApproved(till, person, 1_000));
      mature(till);
      await clawBackConversion(context, { id: conversions[0] as ConversionId, reason: "Returned" });
      const old: PayoutId[] = [];
      for (const person of people)
        for (const ending of ["mark_failed", "cancel"] as const) {
          const { id } = await pay(till, person);
          await settle(till, id, ending);
          old.push(id);
        }
      const csv = `payout_id,status\n${old.map((id) => `${id},paid`).join("\n")}\n`;
      const results = await together(32, async (worker) => {
        const id = old[worker % old.length] as PayoutId;
        const conversion = conversions[worker % conversions.length] as ConversionId;
        const person = people[worker % 2] as Paid;
        const works: Record<string, () => Promise<unknown>> = {
          reclaim: () => settle(till, id, "mark_paid"),
          pay: () => pay(till, person),
          end: () => settle(till, id, "mark_failed"),
          batch: () => createBatch(context, { currency: EUR, minimumMinor: 0n, asOf: app.clock.now() }),
          import: () => importBankResults(context, rowsOf(csv)),
          clawBack: () => clawBackConversion(context, { id: conversion, reason: "Returned" }),
          reject: () => rejectConversionAsMember(context, { id: conversion }),
          look: async () => expect(await ledgerFaults(app)).toEqual([]),
        };
        const name = Object.keys(works)[worker % 8] ?? "look";
        return `${name}: ${codeOf(await outcome(works[name]?.() ?? Promise.resolve()))}`;
      });
      for (const result of results) met.add(result);
      expect(await ledgerFaults(app)).toEqual([]);
      for (const person of people) {
        const [held] = await app.db.query<{ paid: bigint }>(sql`
          select count(*) as paid from payout_lines l join payouts p on p.id = l.payout_id
          where p.affiliate_id = ${uuidOf(person.id)} and l.living and l.claw_back_id is null`);
        expect(Number(held?.paid)).toBeLessThanOrEqual(6);
      }
    }
    expect([...met]).toContain("import: done");
    expect(await app.deadlocks()).toBe(0);
  },
);
