import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { idOf, uuidOf, type BatchId, type ConversionId, type PayoutId } from "../../src/domain/ids.ts";
import type { FileFormat } from "../../src/domain/payout.ts";
import type { PayoutDetails } from "../../src/domain/payout-details.ts";
import { countPayouts, sumPayouts } from "../../src/domain/payout-tally.ts";
import type { PayoutAction } from "../../src/domain/payout.ts";
import { clawBackConversion } from "../../src/usecases/conversions/claw-back-conversion.ts";
import { approveConversion, rejectConversionAsMember } from "../../src/usecases/conversions/change-conversion.ts";
import { getBatch } from "../../src/usecases/payouts/browse-batches.ts";
import { addUpMaturedCommission } from "../../src/usecases/payouts/add-up-matured.ts";
import { createBatch } from "../../src/usecases/payouts/create-batch.ts";
import { createPayout } from "../../src/usecases/payouts/create-payout.ts";
import { importBankResults } from "../../src/usecases/payouts/import-bank-results.ts";
import { markBatchPaid } from "../../src/usecases/payouts/mark-batch-paid.ts";
import { writePayFile } from "../../src/usecases/payouts/pay-file.ts";
import { settlePayout } from "../../src/usecases/payouts/settle-payouts.ts";
import { sealWaiting } from "../../src/usecases/statements/seal-transfers.ts";
import { currency } from "../domain/samples.ts";
import { outcome, rounds, tally, timeout, together, wideAppForFile, type WideApp } from "../support/parallel.ts";
import { eventually } from "../support/eventually.ts";
import { seeded } from "../support/seeded.ts";
import { ledgerFaults } from "../support/world.ts";
import { aCrowd } from "./crowd.ts";
import { aPartner, aTill, earn, earnApproved, giveDetails, mature, rowsOf, type Paid, type Till } from "./till.ts";

const EUR = currency("EUR");
const WORKERS = 24;
const TURNS = 6;

let app: WideApp;
beforeAll(async () => {
  app = await wideAppForFile();
});

const codeOf = (result: unknown): string => (typeof result === "string" ? result : "done");

/** Includes an ID that does not exist. */
async function activePayouts({ merchant }: Till): Promise<{ id: PayoutId; batchId: BatchId }[]> {
  const rows = await app.db.query<{ id: string; batch: string }>(
    sql`select id, batch_id as batch from payouts
      where account_id = ${uuidOf(merchant.accountId)} and status in ('created', 'paid') order by id`,
  );
  const nobody = "00000000-0000-7000-8000-000000000000";
  return [...rows, { id: nobody, batch: nobody }].map(({ id, batch }) => ({
    id: idOf("payout", id),
    batchId: idOf("batch", batch),
  }));
}

test(
  `${WORKERS} workers pay, settle, mark batches, file, approve, reject, claw back, import, seal and add up at once: in any snapshot a payout equals its lines`,
  { timeout },
  async () => {
    const till = await aTill(app);
    const people = [await aPartner(till), await aPartner(till)];
    const { context } = till.merchant;
    const met: string[] = [];
    for (let round = 0; round < rounds(2); round += 1) {
      const old = await together(16, (number) => earnApproved(till, people[number % 2] as Paid, 1_000 + number));
      mature(till);
      const fresh = await together(16, (number) => earn(till, people[number % 2] as Paid, 500 + number));
      const ids: readonly ConversionId[] = [...old, ...fresh];
      const snapshots: string[] = [];
      const results = await together(WORKERS, async (worker) => {
        const random = seeded(100 * round + worker);
        const codes: string[] = [];
        for (let turn = 0; turn < TURNS; turn += 1) {
          const action = random.pick([
            "pay",
            "pay",
            "batch",
            "settle",
            "markBatch",
            "file",
            "approve",
            "reject",
            "clawBack",
            "import",
            "seal",
            "addUp",
            "addUp",
          ]);
          const id = random.pick(ids);
          const [someone] = [random.pick(people)];
          const payout = random.pick(await activePayouts(till));
          const work: Record<string, () => Promise<unknown>> = {
            pay: () => createPayout(context, { affiliateId: someone.id, currency: EUR }),
            batch: () => createBatch(context, { currency: EUR, minimumMinor: 0n, asOf: app.clock.now() }),
            settle: () =>
              settlePayout(context, { id: payout.id, action: random.pick(["mark_paid", "mark_failed", "cancel"]) }),
            markBatch: () => markBatchPaid(context, { batchId: payout.batchId, except: [] }),
            file: () => writePayFile(context, { batchId: payout.batchId, format: "csv" }),
            approve: () => approveConversion(context, { id }),
            reject: () => rejectConversionAsMember(context, { id }),
            clawBack: () => clawBackConversion(context, { id, reason: "Returned" }),
            import: () => importBankResults(context, rowsOf(`payout_id,status\n${payout.id},paid\n`)),
            seal: () => sealWaiting(context),
            // Times differ as the clocks of servers do, and what was released matures again.
            addUp: () =>
              addUpMaturedCommission({
                ...context,
                clock: { now: () => new Date(app.clock.now().getTime() + 86_400_000 * random.pick([-9, 0, 9])) },
              }),
          };
          codes.push(`${action}: ${codeOf(await outcome(work[action]?.() ?? Promise.resolve()))}`);
          if (worker % 4 === 0 && turn % 2 === 0) snapshots.push(...(await ledgerFaults(app)));
        }
        return codes;
      });
      expect(snapshots).toEqual([]);
      met.push(...results.flat());
    }
    await sealWaiting(context);
    expect(await ledgerFaults(app)).toEqual([]);
    for (const action of ["pay", "clawBack"]) expect(met).toContain(`${action}: done`);
  },
);

test(
  "of 32 concurrent payouts to one affiliate one succeeds, and only it has the conversions",
  { timeout },
  async () => {
    const till = await aTill(app);
    const ada = await aPartner(till);
    const { context } = till.merchant;
    for (let round = 0; round < rounds(2); round += 1) {
      await together(10, (number) => earnApproved(till, ada, 10 + number));
      mature(till);
      const results = await together(32, () => outcome(createPayout(context, { affiliateId: ada.id, currency: EUR })));
      expect(tally(results.map(codeOf))).toEqual({ done: 1, nothing_to_pay: 31 });
    }
    expect(await ledgerFaults(app)).toEqual([]);
  },
);

test("16 concurrent batches pay the sum once", { timeout }, async () => {
  const till = await aTill(app);
  const people = [await aPartner(till), await aPartner(till), await aPartner(till)];
  for (const [number, person] of people.entries()) await earnApproved(till, person, 1_000 * (number + 1));
  mature(till);
  const terms = { currency: EUR, minimumMinor: 0n, asOf: app.clock.now() };
  await together(16, () => outcome(createBatch(till.merchant.context, terms)));
  const payouts = await app.db.query(sql`
    select amount_minor::int as amount from payouts where account_id = ${uuidOf(till.merchant.accountId)} order by 1`);
  expect(payouts).toEqual([{ amount: 1_000 }, { amount: 2_000 }, { amount: 3_000 }]);
  expect(await ledgerFaults(app)).toEqual([]);
});

test(
  "while files are created and payouts settled, every read shows all payouts of the batch, each counted once",
  async () => {
    const payPal: PayoutDetails = { kind: "paypal", holder: "Grace Hopper", email: "grace@mail.example" };
    for (let round = 0; round < rounds(2); round += 1) {
      const till = await aTill(app);
      const { context } = till.merchant;
      const people = await aCrowd(till, 12);
      for (const [number, { userId }] of people.entries()) if (number % 2 === 1) await giveDetails(app, userId, payPal);
      for (const person of people) await earnApproved(till, person, 1_000);
      mature(till);
      const { id: batchId } = await createBatch(context, { currency: EUR, minimumMinor: 0n, asOf: app.clock.now() });
      const payouts = (await activePayouts(till)).filter((payout) => payout.batchId === batchId).slice(0, 6);
      const looks: string[] = [];
      const file = (format: FileFormat) => outcome(writePayFile(context, { batchId, format }));
      const settle = (number: number, action: PayoutAction) =>
        outcome(settlePayout(context, { id: payouts[number % 6]?.id as PayoutId, action }));
      const results = await together(32, async (worker) => {
        if (worker < 4) return `file: ${codeOf(await file(worker % 2 === 0 ? "csv" : "paypal"))}`;
        if (worker < 16) return `settle: ${codeOf(await settle(worker, worker < 10 ? "mark_paid" : "cancel"))}`;
        const { tallies, files } = await getBatch(context, batchId);
        looks.push(
          `${countPayouts(tallies)} of ${sumPayouts(tallies)}${files.some(({ parts }) => countPayouts(parts) === 0) ? ", a file is empty" : ""}`,
        );
        return "look";
      });
      // Six of twelve are settled, so there is something left for a file in any order.
      expect(results).toContain("file: done");
      expect(tally(results)["settle: done"]).toBeGreaterThanOrEqual(6);
      expect([...new Set(looks)]).toEqual(["12 of 12000"]);
    }
    expect(await ledgerFaults(app)).toEqual([]);
  },
  timeout,
);

test(
  "of 32 concurrent claw-backs of one conversion one succeeds, and of 32 cancellations of one payout one succeeds",
  { timeout },
  async () => {
    const till = await aTill(app);
    const ada = await aPartner(till);
    const { context } = till.merchant;
    const id = await earnApproved(till, ada, 900);
    await earnApproved(till, ada, 1_000);
    mature(till);
    const taken = await together(32, () => outcome(clawBackConversion(context, { id, reason: "Returned" })));
    expect(tally(taken.map(codeOf))).toEqual({ done: 1, already_clawed_back: 31 });
    const payout = await createPayout(context, { affiliateId: ada.id, currency: EUR });
    expect(payout.amount.minor).toBe(1_000n);
    const ended = await together(32, (worker) =>
      outcome(settlePayout(context, { id: payout.id, action: worker % 2 === 0 ? "cancel" : "mark_failed" })),
    );
    expect(tally(ended.map(codeOf))["done"]).toBe(1);
    expect(await ledgerFaults(app)).toEqual([]);
  },
);

test("a file that pays one payout and returns another of the same amount does not confuse the sums", async () => {
  const till = await aTill(app);
  const ada = await aPartner(till);
  const { context } = till.merchant;
  const pay = async (): Promise<PayoutId> => (await createPayout(context, { affiliateId: ada.id, currency: EUR })).id;
  const earnMatured = async (amount: number): Promise<void> => {
    await earnApproved(till, ada, amount);
    mature(till);
  };
  await earnMatured(5_000);
  await addUpMaturedCommission(context);
  const first = await pay();
  await earnMatured(5_000);
  const second = await pay();
  await settlePayout(context, { id: first, action: "mark_failed", althoughInFile: true });
  await earnMatured(1_000);
  const waiting = async (): Promise<number> =>
    (
      await app.db.query(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    ).length;
  const started: Promise<unknown>[] = [];
  await app.db.transaction(async (tx) => {
    await tx.script("lock table audit_entries in share mode");
    started.push(importBankResults(context, rowsOf(`payout_id,status\n${first},paid\n${second},failed\n`)));
    await eventually(async () => expect(await waiting()).toBe(1));
    let hasRun = false;
    started.push(addUpMaturedCommission(context).then(() => (hasRun = true)));
    await eventually(async () => expect(hasRun || (await waiting()) === 2).toBe(true));
  });
  await Promise.all(started);
  expect(await ledgerFaults(app)).toEqual([]);
  await pay();
  expect(await ledgerFaults(app)).toEqual([]);
});

test("none of these races deadlocks", async () => {
  expect(await app.deadlocks()).toBe(0);
});
