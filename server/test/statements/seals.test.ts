import sql, { type Sql } from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import type { Db } from "../../src/db/database.ts";
import { uuidOf } from "../../src/domain/ids.ts";
import { sealTransfers, tryLockSealing } from "../../src/store/ledger/seals.ts";
import { clawBackConversion } from "../../src/usecases/conversions/claw-back-conversion.ts";
import { verifyLedger } from "../../src/usecases/installation/verify-ledger.ts";
import { createPayout } from "../../src/usecases/payouts/create-payout.ts";
import { settlePayout } from "../../src/usecases/payouts/settle-payouts.ts";
import { sealWaiting } from "../../src/usecases/statements/seal-transfers.ts";
import { currency, money } from "../domain/samples.ts";
import { aPartner, aTill, earn, earnApproved, mature, type Paid, type Till } from "../payouts/till.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { hold } from "../support/held.ts";
import { ledgerFaults } from "../support/world.ts";

/** For the tests that leave the ledger sound. Each of them seals everything it has booked. */
let app: TestApp;
beforeAll(async () => {
  app = await appForFile();
});

/** A payout with a deduction, paid and returned: every kind of transfer, sealed. */
async function aSealedStory(on?: TestApp): Promise<Till & { ada: Paid }> {
  const till = await aTill(on);
  const ada = await aPartner(till);
  const first = await earnApproved(till, ada, 300);
  await earnApproved(till, ada, 500);
  await earn(till, ada, money(900, "JPY"));
  mature(till);
  await clawBackConversion(till.merchant.context, { id: first, reason: "Fraud" });
  const { id } = await createPayout(till.merchant.context, { affiliateId: ada.id, currency: currency("EUR") });
  await settlePayout(till.merchant.context, { id, action: "mark_paid" });
  await sealWaiting(till.app.services);
  await settlePayout(till.merchant.context, { id, action: "mark_failed" });
  await sealWaiting(till.app.services);
  return { ...till, ada };
}

/** Like an attacker with access to the database: bypasses the triggers. */
async function tamper({ app }: Till, ...statements: Sql[]): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.query(statement);
  });
}

const findings = async ({ app }: Till): Promise<Record<string, string[]>> =>
  Object.fromEntries(
    (await verifyLedger({ ...app.services, operator: true }))
      .filter(({ count }) => count > 0)
      .map(({ name, examples }) => [name, examples]),
  );

/** The seals of an affiliate with one currency. */
const chainOf = ({ id }: Paid): Promise<unknown[]> =>
  app.db.query(sql`select number, lines::int as lines from seals where affiliate_id = ${uuidOf(id)} order by number`);

async function someTransfer({ app, ada }: Till & { ada: Paid }): Promise<string> {
  const [row] = await app.db.query<{ id: string }>(sql`
    select id from transfers where debit_owner_id = ${uuidOf(ada.id)} and conversion_id is not null order by id limit 1`);
  return row?.id ?? "";
}

describe("sealing", () => {
  it("takes every transfer once, into the chain of its affiliate and currency, and leaves the ledger sound", async () => {
    const till = await aSealedStory(app);
    const chains = await app.db.query(sql`
      select currency, max(lines)::int as lines, count(*)::int as seals from seals
      where affiliate_id = ${uuidOf(till.ada.id)} group by currency order by currency`);
    // 2 tracked, 2 approved, 1 clawed back, 2 steps into the payout, 1 paid; then 1 returned and 2 released.
    expect(chains).toEqual([
      { currency: "EUR", lines: 11, seals: 2 },
      { currency: "JPY", lines: 1, seals: 1 },
    ]);
    expect(await till.app.db.query(sql`select transfer_id from unsealed_transfers`)).toEqual([]);
    expect(await ledgerFaults(till.app)).toEqual([]);
  });

  it("in several processes at once is done by one of them, and creates one chain", async () => {
    const till = await aTill(app);
    const ada = await aPartner(till);
    for (const minor of [1, 2, 3]) await earn(till, ada, minor);
    // All of them have read the queue and wait for it, so none has a head start.
    const queue = await hold(till.app, "select from unsealed_transfers for update");
    let ended = 0;
    const sealing = [1, 2, 3, 4].map(() => sealWaiting(till.app.services).finally(() => (ended += 1)));
    while ((await queue.blocked()) + ended < sealing.length);
    await queue.release();
    expect(await Promise.allSettled(sealing)).toEqual(sealing.map(() => ({ status: "fulfilled", value: undefined })));
    await earn(till, ada, 4);
    await Promise.all([1, 2, 3, 4].map(() => sealWaiting(till.app.services)));
    expect(await chainOf(ada)).toEqual([
      { number: 1, lines: 3 },
      { number: 2, lines: 4 },
    ]);
    expect(await ledgerFaults(till.app)).toEqual([]);
  });

  it("ends while bookings continue, and leaves new ones to the next run", async () => {
    const till = await aTill(app);
    const ada = await aPartner(till);
    for (const minor of [1, 2, 3]) await earn(till, ada, minor);
    const { db, clock } = till.app.services;
    let transactions = 0;
    const busy: Db = {
      ...db,
      transaction: async (work) => {
        const result = await db.transaction(work);
        transactions += 1;
        if (transactions < 5) await earn(till, ada, 10 + transactions);
        return result;
      },
    };
    await sealWaiting({ db: busy, wallClock: clock });
    expect(transactions).toBe(1);
    expect(await chainOf(ada)).toEqual([{ number: 1, lines: 3 }]);
    await sealWaiting(till.app.services);
    expect(await chainOf(ada)).toEqual([
      { number: 1, lines: 3 },
      { number: 2, lines: 4 },
    ]);
    expect(await ledgerFaults(till.app)).toEqual([]);
  });

  it("reports that something is left until everything booked before is sealed", async () => {
    const till = await aTill(app);
    const ada = await aPartner(till);
    for (const minor of [1, 2, 3, 4, 5]) await earn(till, ada, minor);
    const seal = (): Promise<boolean> =>
      till.app.db.transaction(async (tx) => {
        await tryLockSealing(tx);
        return sealTransfers(tx, { at: till.app.services.clock.now(), limit: 2 });
      });
    expect([await seal(), await seal(), await seal(), await seal()]).toEqual([true, true, false, false]);
    expect(await chainOf(ada)).toEqual([
      { number: 1, lines: 2 },
      { number: 2, lines: 4 },
      { number: 3, lines: 5 },
    ]);
    expect(await ledgerFaults(till.app)).toEqual([]);
  });
});

describe("verify names", () => {
  it("a sealed transfer whose amount was changed", async () => {
    const story = await aSealedStory();
    const id = await someTransfer(story);
    await tamper(story, sql`update transfers set amount_minor = amount_minor + 1 where id = ${id}`);
    expect((await findings(story))["transfer_differs_from_seal"]).toEqual([id]);
  });

  it("a sealed transfer that was removed", async () => {
    const story = await aSealedStory();
    const id = await someTransfer(story);
    await tamper(story, sql`delete from transfers where id = ${id}`);
    expect((await findings(story))["transfer_differs_from_seal"]).toEqual([id]);
  });

  it("a transfer that was inserted behind the seals", async () => {
    const story = await aSealedStory();
    const id = await someTransfer(story);
    await tamper(
      story,
      sql`insert into transfers (id, account_id, conversion_id, seq, debit_kind, debit_owner_id, credit_kind,
          credit_owner_id, amount_minor, currency, created_at)
        select '00000000-0000-7000-8000-000000000001', account_id, conversion_id, 99, debit_kind, debit_owner_id, credit_kind,
          credit_owner_id, amount_minor, currency, created_at from transfers where id = ${id}`,
    );
    expect((await findings(story))["transfer_without_seal"]).toEqual(["00000000-0000-7000-8000-000000000001"]);
  });

  it("the affiliate whose lines were reordered", async () => {
    const story = await aSealedStory();
    await tamper(
      story,
      sql`update seals set transfer_ids = array_prepend(transfer_ids[2], array_prepend(transfer_ids[1], transfer_ids[3:])),
        digests = substring(digests from 33 for 32) || substring(digests from 1 for 32) || substring(digests from 65)
        where currency = 'EUR' and number = 1`,
    );
    expect(await findings(story)).toEqual({ broken_seal: [uuidOf(story.ada.id)] });
  });

  it("the affiliate whose change was hidden up to the first seal", async () => {
    const story = await aSealedStory();
    await tamper(story, sql`update seals set head = sha256(head) where currency = 'EUR' and number = 1`);
    expect((await findings(story))["broken_seal"]).toEqual([uuidOf(story.ada.id), uuidOf(story.ada.id)]);
  });

  it("the affiliate whose earlier seal has a changed balance", async () => {
    const story = await aSealedStory();
    await tamper(story, sql`update seals set paid_minor = paid_minor + 1 where currency = 'EUR' and number = 1`);
    expect(await findings(story)).toEqual({ seal_without_balance: [uuidOf(story.ada.id), uuidOf(story.ada.id)] });
  });

  it("a seal that was removed from the end, by its transfers", async () => {
    const story = await aSealedStory();
    await tamper(story, sql`delete from seals where currency = 'EUR' and number = 2`);
    expect((await findings(story))["transfer_without_seal"]).toHaveLength(3);
  });
});

describe("the database itself", () => {
  it("rejects changing, deleting or emptying seals and issued statements", async () => {
    const story = await aSealedStory(app);
    const refused = [
      sql`update seals set head = sha256(head)`,
      sql`delete from seals`,
      sql`truncate seals`,
      sql`update issued_statements set lines = 0`,
      sql`delete from issued_statements`,
    ];
    for (const statement of refused)
      await expect(story.app.db.transaction((tx) => tx.query(statement))).rejects.toThrow(/append-only/);
  });
});
