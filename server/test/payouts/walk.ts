import sql from "sql-template-tag";
import { expect } from "vitest";
import { idOf, uuidOf, type AffiliateId, type PayoutId } from "../../src/domain/ids.ts";
import { addUpMaturedCommission } from "../../src/usecases/payouts/add-up-matured.ts";
import { createBatch, previewPayouts } from "../../src/usecases/payouts/create-batch.ts";
import { createPayout } from "../../src/usecases/payouts/create-payout.ts";
import { importBankResults } from "../../src/usecases/payouts/import-bank-results.ts";
import { readMoneySummary } from "../../src/usecases/payouts/read-money-summary.ts";
import { settlePayout } from "../../src/usecases/payouts/settle-payouts.ts";
import { listStatements } from "../../src/usecases/statements/list-statements.ts";
import { getSignedStatement } from "../statements/whole.ts";
import { sealWaiting } from "../../src/usecases/statements/seal-transfers.ts";
import { problemsOf, problemsOfContinuation } from "tributary-sdk/statement";
import { currency } from "../domain/samples.ts";
import { outcome } from "../support/parallel.ts";
import type { ModelPayout } from "./model-types.ts";
import { rowsOf, type Paid } from "./till.ts";
import { PEOPLE, type Outcome } from "./walk-orders.ts";
import { RefundWalk } from "./walk-refunds.ts";
import { foldAll } from "../support/folding.ts";

/** Payouts and statements on top of the orders. Several walks can run in parallel. */
export class Walk extends RefundWalk {
  readonly #payouts = new Map<ModelPayout, PayoutId>();
  /** Every action with each of its outcomes. */
  readonly met = new Set<string>();

  async step(): Promise<void> {
    // No two things happen at the same time, so that their order is known.
    this.clock.forward({ ms: 1 });
    const action = this.random.pick(actions);
    const [real, expected] = await this[action]();
    this.met.add(`${action}: ${expected}`);
    expect(`${action}: ${real}`).toBe(`${action}: ${expected}`);
    await this.#sumIsZero();
  }

  async wait(): Promise<Outcome> {
    this.clock.forward({ hours: this.random.pick([1, 20, 24, 24 * 7]) });
    // For all walks, whose clocks differ: so the sums of some are ahead of their time.
    await addUpMaturedCommission(this.context, 2);
    return ["done", "done"];
  }

  async pay(): Promise<Outcome> {
    const affiliate = this.random.below(PEOPLE);
    const code = this.random.pick(this.plan.currencies);
    const { id: affiliateId } = this.#person(affiliate);
    const result = await outcome(createPayout(this.context, { affiliateId, currency: currency(code) }));
    const expected = this.model.pay({ affiliate, currency: code }, 0n, this.now);
    if (typeof result === "string" || typeof expected === "string")
      return [typeof result === "string" ? result : "made", typeof expected === "string" ? expected : "made"];
    this.#payouts.set(expected, result.id);
    expect(result.amount.minor).toBe(expected.amount);
    return ["made", "made"];
  }

  async batch(): Promise<Outcome> {
    const code = this.random.pick(this.plan.currencies);
    const minimumMinor = BigInt(this.random.pick([0, 1, 30_000]));
    const terms = { currency: currency(code), minimumMinor, asOf: this.clock.now() };
    const { summary } = await previewPayouts(this.context, terms, { limit: 0, offset: 0 });
    const result = await outcome(createBatch(this.context, terms));
    const expected = this.people.flatMap((_, affiliate) => {
      const payout = this.model.pay({ affiliate, currency: code }, minimumMinor, this.now);
      return typeof payout === "string" ? [] : [payout];
    });
    if (typeof result === "string") return [result, expected.length === 0 ? "nothing_to_pay" : "made"];
    const made = await this.context.db.query<{
      id: string;
      affiliate: string;
      amount: bigint;
      conversions: number;
    }>(sql`
      select id, affiliate_id as affiliate, amount_minor as amount, conversions from payouts where batch_id = ${uuidOf(result.id)}`);
    expect(made).toHaveLength(expected.length);
    expect(summary).toMatchObject({
      payouts: made.length,
      totalMinor: made.reduce((sum, { amount }) => sum + amount, 0n),
      conversions: made.reduce((sum, { conversions }) => sum + conversions, 0),
    });
    for (const payout of expected) {
      const row = made.find(({ affiliate }) => affiliate === uuidOf(this.#person(payout.affiliate).id));
      expect(row?.amount).toBe(payout.amount);
      if (row) this.#payouts.set(payout, idOf("payout", row.id));
    }
    return ["made", "made"];
  }

  settle = (): Promise<Outcome> => {
    const payout = this.#somePayout();
    if (!payout) return Promise.resolve(["none", "none"]);
    const action = this.random.pick(["mark_paid", "mark_paid", "mark_failed", "cancel"] as const);
    return this.#settled(
      settlePayout(this.context, { id: this.#idOfPayout(payout), action }),
      this.model.settle(payout, action),
    );
  };

  /** The same file twice: the second time changes nothing. */
  async importTwice(): Promise<Outcome> {
    const payout = this.#somePayout();
    if (!payout) return ["none", "none"];
    const status = this.random.pick(["paid", "failed"] as const);
    const csv = `payout_id;status;reference\n${this.#idOfPayout(payout)};${status};R1\n`;
    const expected = this.model.import(payout, status);
    const [first] = await importBankResults(this.context, rowsOf(csv));
    const [second] = await importBankResults(this.context, rowsOf(csv));
    const real = first?.outcome === "refused" ? first.error.code : first?.outcome === "change" ? "done" : "unchanged";
    expect(second?.outcome).toBe(first?.outcome === "refused" ? "refused" : "unchanged");
    return [real, expected];
  }

  async seal(): Promise<Outcome> {
    await sealWaiting(this.context);
    return ["done", "done"];
  }

  /** All balances, and every month's statement. */
  async compare(): Promise<void> {
    await this.compareOrders();
    expect(await this.#realBalances()).toEqual(this.model.balances());
    expect(await this.#realDue()).toEqual(this.model.due(this.now));
    for (const [affiliate, { id: affiliateId }] of this.people.entries()) {
      const months = await listStatements(this.context, { affiliateId, currency: undefined });
      for (const code of new Set(months.map((month) => month.currency))) {
        const own = months.filter((month) => month.currency === code).map(({ month }) => month.slice(0, 7));
        await this.#compareStatements({ affiliate, affiliateId, code }, own.toReversed());
      }
    }
  }

  async #compareStatements(
    { affiliate, affiliateId, code }: { affiliate: number; affiliateId: AffiliateId; code: string },
    months: readonly string[],
  ): Promise<void> {
    let earlier: Awaited<ReturnType<typeof getSignedStatement>> | undefined;
    for (const month of months) {
      const file = await getSignedStatement(this.context, { affiliateId, currency: currency(code), month });
      expect(await problemsOf(file)).toEqual([]);
      if (earlier) expect(await problemsOfContinuation(earlier.statement, file.statement)).toEqual([]);
      earlier = file;
    }
    const balances = this.model.balances();
    const digits = (text: string | undefined): bigint => BigInt((text ?? "0").replace(".", ""));
    for (const account of ["pending", "payable", "in_payout", "paid", "receivable"] as const)
      expect([account, digits(earlier?.statement.closing.balance[account])]).toEqual([
        account,
        balances.get(`${account} ${affiliate} ${code}`) ?? 0n,
      ]);
  }

  async #settled(work: Promise<unknown>, expected: string): Promise<Outcome> {
    const result = await outcome(work);
    return [typeof result === "string" ? result : "done", expected];
  }

  /** One walk's fold folds the deltas of all, so many find nothing to fold. */
  async #sumIsZero(): Promise<void> {
    const account = uuidOf(this.context.accountId);
    const deltas = await this.context.db.query(
      sql`select id from conversion_deltas where account_id = ${account} limit 1`,
    );
    if (deltas.length > 0) await foldAll(this.context);
    const rows = await this.context.db.query(sql`
      select currency from ledger_balances where account_id = ${account} group by currency having sum(balance_minor) <> 0`);
    expect(rows).toEqual([]);
  }

  async #realDue(): Promise<Map<string, bigint>> {
    const { money } = await readMoneySummary(this.context);
    const sums = money.sums.flatMap(({ currency: code, readyMinor, blockedMinor }): [string, bigint][] => [
      [`ready ${code}`, readyMinor],
      [`blocked ${code}`, blockedMinor],
    ]);
    return new Map(sums.filter(([, minor]) => minor > 0n));
  }

  async #realBalances(): Promise<Map<string, bigint>> {
    await foldAll(this.context);
    const rows = await this.context.db.query<{ kind: string; owner: string; currency: string; minor: bigint }>(sql`
      select kind, owner_id as owner, currency, balance_minor as minor from ledger_balances
      where account_id = ${uuidOf(this.context.accountId)} and balance_minor <> 0`);
    const whose = (kind: string, owner: string): string =>
      kind === "campaign" || kind === "recovered" ? "" : ` ${this.people.findIndex(({ id }) => uuidOf(id) === owner)}`;
    return new Map(
      rows.map(({ kind, owner, currency: code, minor }) => [`${kind}${whose(kind, owner)} ${code}`, minor]),
    );
  }

  #somePayout(): ModelPayout | undefined {
    const recent = this.model.payouts.slice(-12);
    return recent.length === 0 ? undefined : this.random.pick(recent);
  }

  #idOfPayout(payout: ModelPayout): PayoutId {
    const id = this.#payouts.get(payout);
    if (!id) throw new Error("A payout without its id.");
    return id;
  }

  #person(number: number): Paid {
    const person = this.people[number];
    if (!person) throw new Error(`There is no affiliate ${number}.`);
    return person;
  }
}

/** Orders and approvals are more frequent, so that there is something to pay. */
const actions = [
  ...Array.from({ length: 8 }, () => "track" as const),
  ...Array.from({ length: 8 }, () => "approve" as const),
  ...Array.from({ length: 3 }, () => "wait" as const),
  ...(["reject", "reject", "unreject", "unreject", "clawBack", "clawBack", "pay", "pay"] as const),
  ...(["batch", "settle", "settle", "importTwice", "importTwice", "seal"] as const),
  ...([
    "refund",
    "refund",
    "refund",
    "refund",
    "cancelRefund",
    "cancelRefund",
    "edit",
    "edit",
    "undo",
    "fund",
  ] as const),
] as const;
