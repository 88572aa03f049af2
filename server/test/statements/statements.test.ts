import sql from "sql-template-tag";
import type { SignedStatement, Statement } from "tributary-sdk/pages";
import { beforeAll, describe, expect, it } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { createPayout } from "../../src/usecases/payouts/create-payout.ts";
import { settlePayout } from "../../src/usecases/payouts/settle-payouts.ts";
import { clawBackConversion } from "../../src/usecases/conversions/claw-back-conversion.ts";
import { listStatements } from "../../src/usecases/statements/list-statements.ts";
import { getSignedStatement } from "./whole.ts";
import { problemsOf, problemsOfContinuation } from "tributary-sdk/statement";
import { currency, money } from "../domain/samples.ts";
import { aPartner, aTill, earn, earnApproved, type Paid, type Till } from "../payouts/till.ts";
import { appForFile, appForTest, type TestApp } from "../support/app.ts";
import { outcome } from "../support/parallel.ts";
import { ledgerFaults } from "../support/world.ts";
import { foldAll } from "../support/folding.ts";

const EUR = currency("EUR");

let app: TestApp;
beforeAll(async () => {
  app = await appForFile();
});

const statementOf = ({ merchant }: Till, { id: affiliateId }: Paid, monthAndCode: string) => {
  const [month = "", code = "EUR"] = monthAndCode.split(" ");
  return getSignedStatement(merchant.context, { affiliateId, currency: currency(code), month });
};

/** The current month, or one this many months later; earlier if negative. */
function monthAt({ clock }: TestApp, months = 0): string {
  const now = clock.now();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months)).toISOString().slice(0, 7);
}

interface Months {
  readonly till: Till;
  readonly ada: Paid;
  readonly first: string;
  readonly second: string;
}

/** First month: 3.00 and 5.00 earned and approved. Second: 3.00 clawed back, 5.00 paid out; 1.00 earned. */
async function twoMonths(on = app): Promise<Months> {
  const till = await aTill(on);
  const ada = await aPartner(till);
  const returned = await earnApproved(till, ada, 300);
  await earnApproved(till, ada, 500);
  const [first, second] = [monthAt(on), monthAt(on, 1)];
  on.clock.set(new Date(`${second}-02T08:00:00.000Z`));
  const { context } = till.merchant;
  await clawBackConversion(context, { id: returned, reason: "Fraud" });
  const { id } = await createPayout(context, { affiliateId: ada.id, currency: EUR });
  await settlePayout(context, { id, action: "mark_paid" });
  await earn(till, ada, 100);
  return { till, ada, first, second };
}

describe("a statement", () => {
  it("shows the opening balance, every line and the closing balance of its month", async () => {
    const { till, ada, first, second } = await twoMonths();
    const { statement: earlier } = await statementOf(till, ada, first);
    expect(earlier).toMatchObject({
      version: 1,
      issuer: { url: "http://tributary.test", account_id: till.merchant.accountId },
      affiliate_id: ada.id,
      currency: "EUR",
      month: first,
      complete: true,
      opening: { balance: { pending: "0.00", payable: "0.00", open: "0.00" }, lines: 0 },
      closing: {
        balance: { pending: "0.00", payable: "8.00", paid: "0.00", receivable: "0.00", open: "8.00" },
        lines: 4,
      },
    });
    expect(earlier.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["earned", "3.00"],
      ["approved", "3.00"],
      ["earned", "5.00"],
      ["approved", "5.00"],
    ]);
    const { statement: later } = await statementOf(till, ada, second);
    expect(later.opening).toEqual(earlier.closing);
    expect(later.complete).toBe(false);
    expect(later.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["clawed_back", "3.00"],
      ["payout_made", "8.00"],
      ["claw_back_deducted", "3.00"],
      ["payout_paid", "5.00"],
      ["earned", "1.00"],
    ]);
    expect(later.closing.balance).toEqual({
      pending: "1.00",
      payable: "0.00",
      in_payout: "0.00",
      paid: "5.00",
      receivable: "0.00",
      open: "1.00",
    });
    expect(later.lines.map(({ number }) => number)).toEqual([5, 6, 7, 8, 9]);
    expect(await ledgerFaults(till.app)).toEqual([]);
  });

  it("of a closed month keeps its bytes forever, and late lines go into the next month", async () => {
    const { till, ada, first, second } = await twoMonths(await appForTest());
    const before = await statementOf(till, ada, first);
    // A conversion in the last second of March whose transaction ends in April.
    till.app.clock.set(new Date("2026-03-31T23:59:59.900Z"));
    await earn(till, ada, 77);
    till.app.clock.set(new Date("2026-04-03T00:00:00.000Z"));
    expect(await statementOf(till, ada, first)).toEqual(before);
    const { statement: later } = await statementOf(till, ada, second);
    expect(later.lines.at(-1)).toMatchObject({ kind: "earned", amount: "0.77", at: "2026-03-31T23:59:59.900Z" });
    expect(await ledgerFaults(till.app)).toEqual([]);
  });

  it("uses the decimals of its currency, with each currency separate", async () => {
    const till = await aTill(app);
    const ada = await aPartner(till);
    const month = monthAt(app);
    await earn(till, ada, money(1234, "JPY"));
    await earn(till, ada, money(1234, "KWD"));
    expect((await statementOf(till, ada, `${month} JPY`)).statement.closing.balance.pending).toBe("1234");
    expect((await statementOf(till, ada, `${month} KWD`)).statement.closing.balance.pending).toBe("1.234");
    const months = await listStatements(till.merchant.context, { affiliateId: ada.id, currency: undefined });
    expect(months.map(({ currency: code, month: day, lines }) => [code, day, lines])).toEqual([
      ["JPY", `${month}-01`, 1],
      ["KWD", `${month}-01`, 1],
    ]);
  });

  it("exists for the account's own affiliates, for months that have started, once there is a line", async () => {
    const till = await aTill(app);
    const ada = await aPartner(till);
    const month = monthAt(app);
    expect(await outcome(statementOf(till, ada, month))).toBe("statement_not_found");
    await earn(till, ada, 1);
    expect(await outcome(statementOf(till, ada, monthAt(app, -1)))).toBe("statement_not_found");
    expect(await outcome(statementOf(till, ada, monthAt(app, 1)))).toBe("statement_not_found");
    for (const none of ["2026-13", "0000-01"])
      expect(await outcome(statementOf(till, ada, none))).toBe("invalid_request");
    const stranger = await aTill(app);
    expect(await outcome(statementOf(stranger, ada, month))).toBe("affiliate_not_found");
  });
});

describe("checking a statement without the database", () => {
  /** The changed statement with the old signature, because the forger has no key. */
  const changed = (file: SignedStatement, change: (statement: Statement) => void): SignedStatement => {
    const copy = structuredClone(file);
    change(copy.statement);
    return copy;
  };

  it("finds nothing wrong with issued statements, and each month continues the previous one", async () => {
    const { till, ada, first, second } = await twoMonths();
    const earlier = await statementOf(till, ada, first);
    const later = await statementOf(till, ada, second);
    expect(await problemsOf(earlier)).toEqual([]);
    expect(await problemsOf(later, [till.app.services.statementSigner.publicKey])).toEqual([]);
    expect(await problemsOfContinuation(earlier.statement, later.statement)).toEqual([]);
    await earn(till, ada, 1);
    expect(await problemsOfContinuation(later.statement, (await statementOf(till, ada, second)).statement)).toEqual([]);
    const fourth = monthAt(app, 2);
    app.clock.set(new Date(`${fourth}-01T00:00:00.000Z`));
    await earn(till, ada, 1);
    const latest = await statementOf(till, ada, fourth);
    expect((await problemsOfContinuation(earlier.statement, latest.statement))[0]).toMatch(
      /^There are 6 lines between the two/,
    );
    expect((await problemsOfContinuation(latest.statement, earlier.statement))[0]).toMatch(/fewer lines/);
  });

  it("accepts a file with other whitespace and another order of keys", async () => {
    const { till, ada, first } = await twoMonths();
    const file = await statementOf(till, ada, first);
    const reversed: unknown = JSON.parse(
      JSON.stringify(file, (_key, value: unknown) =>
        value !== null && typeof value === "object" && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).toReversed())
          : value,
      ),
    );
    expect(JSON.stringify(reversed)).not.toBe(JSON.stringify(file));
    expect(await problemsOf(reversed as SignedStatement)).toEqual([]);
  });

  it("finds a changed amount, a removed line, another order, a false balance, another key", async () => {
    const { till, ada, second } = await twoMonths();
    const file = await statementOf(till, ada, second);
    const unsigned = "The signature is invalid: the file was changed, or signed by someone else.";
    const sealed = "A line differs from the one that was sealed.";
    const sums = "The closing balance does not match the opening balance and the lines.";
    const [line] = file.statement.lines;
    if (!line) throw new Error("No line.");
    expect(await problemsOf(changed(file, ({ lines }) => lines.splice(0, 1, { ...line, amount: "4.00" })))).toEqual([
      unsigned,
      sums,
      sealed,
    ]);
    expect(await problemsOf(changed(file, ({ lines }) => lines.pop()))).toEqual([
      unsigned,
      "The number of lines does not match.",
      sums,
      sealed,
    ]);
    expect(await problemsOf(changed(file, ({ lines }) => lines.reverse()))).toContain(sealed);
    expect(await problemsOf(changed(file, ({ closing }) => (closing.balance.paid = "6.00")))).toEqual([unsigned, sums]);
    expect(await problemsOf(changed(file, (statement) => (statement.complete = true)))).toEqual([unsigned]);
    expect((await problemsOf(changed(file, ({ lines }) => lines.splice(0, 1, { ...line, amount: "3.0" }))))[1]).toMatch(
      /3\.0 is not an amount in EUR/,
    );
    expect((await problemsOf(file, [Buffer.alloc(32, 1).toString("base64")]))[0]).toMatch(/different key/);
  });

  it("finds balances that do not continue the known ones, even if the arithmetic is right", async () => {
    const { till, ada, first, second } = await twoMonths();
    const [earlier, later] = [await statementOf(till, ada, first), await statementOf(till, ada, second)];
    const forged = changed(later, ({ opening, closing }) => {
      opening.balance.payable = "7.00";
      opening.balance.open = "7.00";
      closing.balance.payable = "-1.00";
      closing.balance.open = "0.00";
    });
    expect(await problemsOf(forged)).toEqual([
      "The signature is invalid: the file was changed, or signed by someone else.",
    ]);
    expect(await problemsOfContinuation(earlier.statement, forged.statement)).toEqual([
      "The balances at the end of the earlier statement do not match the later one.",
    ]);
  });

  it("finds a rewritten history: even a forger with the key cannot make it extend what was shown", async () => {
    const { till, ada, second } = await twoMonths(await appForTest());
    const shown = await statementOf(till, ada, second);
    await foldAll(till.app);
    await till.app.db.transaction(async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`);
      await tx.query(sql`update transfers set amount_minor = 400 where amount_minor = 100 and credit_kind = 'pending'`);
      await tx.query(
        sql`update ledger_balances set balance_minor = 400 where kind = 'pending' and owner_id = ${uuidOf(ada.id)}`,
      );
      await tx.query(sql`delete from seals`);
      await tx.query(sql`delete from issued_statements`);
      await tx.query(
        sql`insert into unsealed_transfers (transfer_id) select id from transfers order by created_at, id`,
      );
    });
    const rewritten = await statementOf(till, ada, second);
    expect(await problemsOf(rewritten)).toEqual([]);
    expect(await problemsOfContinuation(shown.statement, rewritten.statement)).toEqual([
      "The later statement does not continue the earlier one.",
    ]);
  });
});
