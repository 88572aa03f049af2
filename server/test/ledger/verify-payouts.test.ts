import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseCurrency, type Currency } from "../../src/domain/values/currency.ts";
import { uuidOf, type Id, type IdKind } from "../../src/domain/ids.ts";
import { verifyLedger } from "../../src/usecases/installation/verify-ledger.ts";
import { clawBackConversion } from "../../src/usecases/conversions/claw-back-conversion.ts";
import { addUpMaturedCommission } from "../../src/usecases/payouts/add-up-matured.ts";
import { createPayout } from "../../src/usecases/payouts/create-payout.ts";
import { settlePayout } from "../../src/usecases/payouts/settle-payouts.ts";
import { aPartner, aTill, earnApproved, mature } from "../payouts/till.ts";
import { startApp, type TestApp } from "../support/app.ts";

const EUR = parseCurrency("EUR") as Currency;
let app: TestApp;
let client: pg.Client;
/** The names used in the tampering SQL and in the findings, with their IDs. */
const world = new Map<string, string>();

// Ada was paid for two conversions; one was clawed back and is deducted from her next payout. Bob's was cancelled.
beforeAll(async () => {
  app = await startApp();
  const till = await aTill(app);
  const { context } = till.merchant;
  const [ada, bob] = [await aPartner(till), await aPartner(till)];
  const pay = async (affiliate: typeof ada) =>
    (await createPayout(context, { affiliateId: affiliate.id, currency: EUR })).id;
  const settled = { paidOn: undefined, reference: null, reason: null };
  const [first, second] = [await earnApproved(till, ada, 5000), await earnApproved(till, ada, 3000)];
  const his = await earnApproved(till, bob, 2000);
  mature(till);
  const paid = await pay(ada);
  await settlePayout(context, { ...settled, id: paid, action: "mark_paid", paidOn: "2026-03-08" });
  const cancelled = await pay(bob);
  await settlePayout(context, { ...settled, id: cancelled, action: "cancel" });
  const { id: clawBack } = await clawBackConversion(context, { id: first, reason: "returned" });
  const third = await earnApproved(till, ada, 9000);
  mature(till);
  const { id: created, batchId: batch } = await createPayout(context, { affiliateId: ada.id, currency: EUR });
  await addUpMaturedCommission(app.services);
  const ids: Record<string, Id<IdKind>> = {
    ada: ada.id,
    bob: bob.id,
    campaign: till.campaignId,
    first,
    second,
    third,
    his,
    paid,
    cancelled,
    clawBack,
    created,
    batch,
  };
  for (const [name, id] of Object.entries(ids)) world.set(name, uuidOf(id));
  client = new pg.Client(app.connection);
  await client.connect();
  // As a superuser, without triggers and foreign keys.
  await client.query("set session_replication_role = replica");
});
afterAll(async () => {
  await client.end();
  await app.close();
});

const TABLES = [
  "payouts",
  "payout_lines",
  "payout_tallies",
  "matured_sums",
  "payout_transitions",
  "claw_backs",
  "conversions",
  "transfers",
  "events",
];

/** Commits the tampering, runs the checks, and restores from copies: the checks use their own transactions. */
async function foundAfter(tampering: string): Promise<string[]> {
  for (const table of TABLES) await client.query(`create temp table copy_of_${table} as table ${table}`);
  try {
    await client.query(tampering.replaceAll(/\$(\w+)/g, (_match, name: string) => `'${world.get(name)}'`));
    return await found();
  } finally {
    for (const table of TABLES)
      await client.query(
        `delete from ${table}; insert into ${table} table copy_of_${table}; drop table copy_of_${table}`,
      );
  }
}

/** Each check with findings, and the rows it names. */
async function found(): Promise<string[]> {
  const names = new Map([...world].map(([name, id]) => [id, name]));
  const checks = await verifyLedger({ ...app.services, operator: true });
  return checks
    .filter(({ count }) => count > 0)
    .map(
      ({ name, examples }) =>
        `${name}: ${examples
          .map((id) => names.get(id) ?? id)
          .sort()
          .join(", ")}`,
    );
}

const faults = [
  {
    fault: "a payout counts one conversion more than its lines",
    tampering: "update payouts set conversions = conversions + 1 where id = $created",
    finds: ["payout_differs_from_lines: created"],
  },
  {
    fault: "a cent was added to a payout",
    tampering:
      "update payouts set amount_minor = amount_minor + 1, earned_minor = earned_minor + 1 where id = $created",
    finds: [
      "balance_differs_from_conversions: ada",
      "payout_differs_from_lines: created",
      "payout_without_transfer: created, created",
      "payout_tally_differs: batch",
    ],
  },
  {
    fault: "a cancelled payout still has its conversion",
    tampering: "update payout_lines set living = true where payout_id = $cancelled",
    finds: ["payout_differs_from_lines: cancelled", "line_differs_from_claim: his"],
  },
  {
    fault: "a conversion of one payout is also in another",
    tampering: `insert into payout_lines (payout_id, account_id, conversion_id, claw_back_id, amount_minor, living)
      select $paid, account_id, conversion_id, claw_back_id, amount_minor, false from payout_lines
      where conversion_id = $third`,
    finds: ["payout_differs_from_lines: paid", "line_in_two_living_payouts: third"],
  },
  {
    fault: "a claw-back lost the payout it was deducted from",
    tampering: "update claw_backs set payout_id = null where id = $clawBack",
    finds: ["balance_differs_from_conversions: ada", "line_differs_from_claim: clawBack"],
  },
  {
    fault: "a payout was assigned to another affiliate",
    tampering: "update payouts set affiliate_id = $bob where id = $created",
    finds: ["balance_differs_from_conversions: ada, bob", "line_of_another: created, created"],
  },
  {
    fault: "the start of a payout's history is missing",
    tampering: "delete from payout_transitions where payout_id = $cancelled and seq = 1",
    finds: ["payout_without_history: cancelled", "payout_without_transfer: cancelled"],
  },
  {
    fault: "a payout's history ends in another status than the payout",
    tampering: "update payout_transitions set status = 'created' where payout_id = $paid and seq = 2",
    finds: ["payout_without_history: paid", "payout_without_transfer: paid"],
  },
  {
    fault: "a payout's transfer does not name its step",
    tampering: "update transfers set seq = 3 where payout_id = $created and seq = 1",
    finds: ["payout_without_transfer: created, created"],
  },
  {
    fault: "a batch counts a payout in the wrong status",
    tampering: "update payout_tallies set status = 'paid' where batch_id = $batch",
    finds: ["payout_tally_differs: batch, batch"],
  },
  {
    fault: "the totals of a batch are missing",
    tampering: "delete from payout_tallies where batch_id = $batch",
    finds: ["payout_tally_differs: batch"],
  },
  {
    fault: "a sum of matured commission misses a cent",
    tampering: "update matured_sums set commission_minor = commission_minor - 1 where affiliate_id = $bob",
    finds: ["matured_sum_differs: bob"],
  },
  {
    fault: "a sum of matured commission was added up until too early",
    tampering: "update matured_sums set matured_until = '-infinity' where affiliate_id = $bob",
    finds: ["matured_sum_differs: bob"],
  },
  {
    fault: "a payout has no event",
    tampering: "delete from events where subject_id = $paid",
    finds: ["payout_without_event: paid"],
  },
  {
    fault: "a claw-back moved no money",
    tampering: "update transfers set claw_back_id = gen_random_uuid() where claw_back_id = $clawBack",
    finds: ["claw_back_without_transfer: clawBack"],
  },
  {
    fault: "a claw-back's amount exceeds its conversion's commission",
    tampering: "update claw_backs set amount_minor = amount_minor + 1 where id = $clawBack",
    finds: [
      "balance_differs_from_conversions: campaign",
      "line_differs_from_claim: clawBack, clawBack",
      "claw_back_without_transfer: clawBack",
      "claw_backs_exceed_commission: first",
    ],
  },
];

describe("each check of payouts and claw-backs names the faulty row", () => {
  test("finds nothing without tampering", async () => {
    expect(await foundAfter("select")).toEqual([]);
  });

  test.each(faults)("$fault: $finds", async ({ tampering, finds }) => {
    expect(await foundAfter(tampering)).toEqual(finds);
  });

  test("every check of payouts and claw-backs is covered above", async () => {
    const checks = await verifyLedger({ ...app.services, operator: true });
    const seen = new Set(faults.flatMap(({ finds }) => finds.map((line) => line.split(":")[0])));
    const names = checks.map(({ name }) => name).filter((name) => /^(payout|line|claw_back|matured)_/.test(name));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !seen.has(name))).toEqual([]);
  });

  test("the ledger is sound again afterwards", async () => {
    expect(await found()).toEqual([]);
  });
});
