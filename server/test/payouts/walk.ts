import sql from "sql-template-tag";
import { expect } from "vitest";
import { idOf, uuidOf, type AffiliateId, type ConversionId, type PayoutId } from "../../src/domain/ids.ts";
import type { MerchantContext } from "../../src/usecases/context.ts";
import {
  approveConversion,
  rejectConversionAsMember,
  unrejectConversion,
} from "../../src/usecases/conversions/change-conversion.ts";
import { trackConversion } from "../../src/usecases/conversions/track-conversion.ts";
import { clawBackConversion } from "../../src/usecases/conversions/claw-back-conversion.ts";
import { createBatch } from "../../src/usecases/payouts/create-batch.ts";
import { createPayout } from "../../src/usecases/payouts/create-payout.ts";
import { importBankResults } from "../../src/usecases/payouts/import-bank-results.ts";
import { readMoneySummary } from "../../src/usecases/payouts/read-money-summary.ts";
import { settlePayout } from "../../src/usecases/payouts/settle-payouts.ts";
import { listStatements } from "../../src/usecases/statements/list-statements.ts";
import { getSignedStatement } from "../statements/whole.ts";
import { sealWaiting } from "../../src/usecases/statements/seal-transfers.ts";
import { problemsOf, problemsOfContinuation } from "tributary-sdk/statement";
import { currency, money } from "../domain/samples.ts";
import { MovableClock, type TestApp } from "../support/app.ts";
import { outcome } from "../support/parallel.ts";
import { seeded, type Seeded } from "../support/seeded.ts";
import { anOrderId } from "../support/world.ts";
import { ModelTill, type ModelConversion, type ModelPayout } from "./model.ts";
import { aPartner, aTill, rowsOf, theirIban, type Paid } from "./till.ts";
import { DAY_MS } from "../../src/domain/day.ts";

const MATURATION_DAYS = 7;
const PEOPLE = 3;
const currencies = ["EUR", "EUR", "JPY", "KWD"];

/** The application and the model, with their own clock, so that several walks can run in parallel. */
export class Walk {
  readonly #random: Seeded;
  readonly #clock = new MovableClock();
  readonly #model = new ModelTill();
  readonly #conversions = new Map<ModelConversion, ConversionId>();
  readonly #payouts = new Map<ModelPayout, PayoutId>();
  #context: MerchantContext | undefined;
  #campaign: Parameters<typeof trackConversion>[1]["campaignId"] = null;
  readonly #people: Paid[] = [];
  /** Every action with each of its outcomes. */
  readonly met = new Set<string>();

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  async begin(app: TestApp): Promise<void> {
    const till = await aTill(app, { maturation_days: MATURATION_DAYS });
    // The last one never has payout details.
    for (let number = 0; number < PEOPLE; number += 1) {
      const isLast = number === PEOPLE - 1;
      this.#people.push(await aPartner(till, isLast ? null : theirIban(`Person ${number}`)));
      if (!isLast) this.#model.reachable.add(number);
    }
    this.#campaign = till.campaignId;
    this.#context = { ...till.merchant.context, clock: this.#clock };
  }

  get context(): MerchantContext {
    if (!this.#context) throw new Error("The walk has not started.");
    return this.#context;
  }

  async step(): Promise<void> {
    const action = this.#random.pick(actions);
    const [real, expected] = await this[action]();
    this.met.add(`${action}: ${expected}`);
    expect(`${action}: ${real}`).toBe(`${action}: ${expected}`);
    await this.#sumIsZero();
  }

  async track(): Promise<[string, string]> {
    const affiliate = this.#random.below(PEOPLE);
    const code = this.#random.pick(currencies);
    const minor = this.#random.pick([0, 1, this.#random.below(50_000)]);
    const order = {
      campaignId: this.#campaign,
      clickId: undefined,
      affiliateCode: this.#people[affiliate]?.code,
      externalId: anOrderId(),
      amount: money(minor, code),
    };
    const { id } = await trackConversion(this.context, order);
    const maturesAt = this.#now + MATURATION_DAYS * DAY_MS;
    const one: ModelConversion = {
      affiliate,
      currency: code,
      minor: BigInt(minor),
      maturesAt,
      status: "pending",
      payout: null,
      clawedBack: null,
    };
    this.#model.conversions.push(one);
    this.#conversions.set(one, id);
    return ["done", "done"];
  }

  approve = (): Promise<[string, string]> =>
    this.#change(
      (id) => approveConversion(this.context, { id }),
      (one) => this.#model.approve(one),
    );
  reject = (): Promise<[string, string]> =>
    this.#change(
      (id) => rejectConversionAsMember(this.context, { id }),
      (one) => this.#model.reject(one, this.#now),
    );
  unreject = (): Promise<[string, string]> =>
    this.#change(
      (id) => unrejectConversion(this.context, { id }),
      (one) => this.#model.unreject(one, this.#now),
    );
  clawBack = (): Promise<[string, string]> =>
    this.#change(
      (id) => clawBackConversion(this.context, { id, reason: "Returned" }),
      (one) => this.#model.clawBack(one, this.#now),
    );

  async wait(): Promise<[string, string]> {
    this.#clock.forward({ hours: this.#random.pick([1, 20, 24, 24 * 7]) });
    return ["done", "done"];
  }

  async pay(): Promise<[string, string]> {
    const affiliate = this.#random.below(PEOPLE);
    const code = this.#random.pick(currencies);
    const { id: affiliateId } = this.#person(affiliate);
    const result = await outcome(createPayout(this.context, { affiliateId, currency: currency(code) }));
    const expected = this.#model.pay({ affiliate, currency: code }, 0n, this.#now);
    if (typeof result === "string" || typeof expected === "string")
      return [typeof result === "string" ? result : "made", typeof expected === "string" ? expected : "made"];
    this.#payouts.set(expected, result.id);
    expect(result.amount.minor).toBe(expected.amount);
    return ["made", "made"];
  }

  async batch(): Promise<[string, string]> {
    const code = this.#random.pick(currencies);
    const minimumMinor = BigInt(this.#random.pick([0, 1, 30_000]));
    const terms = { currency: currency(code), minimumMinor, asOf: this.#clock.now() };
    const result = await outcome(createBatch(this.context, terms));
    const expected = this.#people.flatMap((_, affiliate) => {
      const payout = this.#model.pay({ affiliate, currency: code }, minimumMinor, this.#now);
      return typeof payout === "string" ? [] : [payout];
    });
    if (typeof result === "string") return [result, expected.length === 0 ? "nothing_to_pay" : "made"];
    const made = await this.context.db.query<{ id: string; affiliate: string; amount: bigint }>(sql`
      select id, affiliate_id as affiliate, amount_minor as amount from payouts where batch_id = ${uuidOf(result.id)}`);
    expect(made).toHaveLength(expected.length);
    for (const payout of expected) {
      const row = made.find(({ affiliate }) => affiliate === uuidOf(this.#person(payout.affiliate).id));
      expect(row?.amount).toBe(payout.amount);
      if (row) this.#payouts.set(payout, idOf("payout", row.id));
    }
    return ["made", "made"];
  }

  settle = (): Promise<[string, string]> => {
    const payout = this.#somePayout();
    if (!payout) return Promise.resolve(["none", "none"]);
    const action = this.#random.pick(["mark_paid", "mark_paid", "mark_failed", "cancel"] as const);
    return this.#settled(
      settlePayout(this.context, { id: this.#idOf(payout), action }),
      this.#model.settle(payout, action),
    );
  };

  /** The same file twice: the second time changes nothing. */
  async importTwice(): Promise<[string, string]> {
    const payout = this.#somePayout();
    if (!payout) return ["none", "none"];
    const status = this.#random.pick(["paid", "failed"] as const);
    const csv = `payout_id;status;reference\n${this.#idOf(payout)};${status};R1\n`;
    const expected = this.#model.import(payout, status);
    const [first] = await importBankResults(this.context, rowsOf(csv));
    const [second] = await importBankResults(this.context, rowsOf(csv));
    const real = first?.outcome === "refused" ? first.error.code : first?.outcome === "change" ? "done" : "unchanged";
    expect(second?.outcome).toBe(first?.outcome === "refused" ? "refused" : "unchanged");
    return [real, expected];
  }

  async seal(): Promise<[string, string]> {
    await sealWaiting(this.context);
    return ["done", "done"];
  }

  /** All balances, and every month's statement. */
  async compare(): Promise<void> {
    expect(await this.#realBalances()).toEqual(this.#model.balances());
    expect(await this.#realDue()).toEqual(this.#model.due(this.#now));
    for (const [affiliate, { id: affiliateId }] of this.#people.entries()) {
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
    const balances = this.#model.balances();
    const digits = (text: string | undefined): bigint => BigInt((text ?? "0").replace(".", ""));
    for (const account of ["pending", "payable", "in_payout", "paid", "receivable"] as const)
      expect([account, digits(earlier?.statement.closing.balance[account])]).toEqual([
        account,
        balances.get(`${account} ${affiliate} ${code}`) ?? 0n,
      ]);
  }

  async #change(
    work: (id: ConversionId) => Promise<unknown>,
    expected: (one: ModelConversion) => string,
  ): Promise<[string, string]> {
    const recent = this.#model.conversions.slice(-30);
    if (recent.length === 0) return ["none", "none"];
    const one = this.#random.pick(recent);
    const id = this.#conversions.get(one);
    if (!id) throw new Error("A conversion without its id.");
    return this.#settled(work(id), expected(one));
  }

  async #settled(work: Promise<unknown>, expected: string): Promise<[string, string]> {
    const result = await outcome(work);
    return [typeof result === "string" ? result : "done", expected];
  }

  async #sumIsZero(): Promise<void> {
    const rows = await this.context.db.query(sql`
      select currency from ledger_balances where account_id = ${uuidOf(this.context.accountId)}
      group by currency having sum(balance_minor) <> 0`);
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
    const rows = await this.context.db.query<{ kind: string; owner: string; currency: string; minor: bigint }>(sql`
      select kind, owner_id as owner, currency, balance_minor as minor from ledger_balances
      where account_id = ${uuidOf(this.context.accountId)} and balance_minor <> 0`);
    const whose = (kind: string, owner: string): string =>
      kind === "campaign" || kind === "recovered" ? "" : ` ${this.#people.findIndex(({ id }) => uuidOf(id) === owner)}`;
    return new Map(
      rows.map(({ kind, owner, currency: code, minor }) => [`${kind}${whose(kind, owner)} ${code}`, minor]),
    );
  }

  #somePayout(): ModelPayout | undefined {
    const recent = this.#model.payouts.slice(-12);
    return recent.length === 0 ? undefined : this.#random.pick(recent);
  }

  #idOf(payout: ModelPayout): PayoutId {
    const id = this.#payouts.get(payout);
    if (!id) throw new Error("A payout without its id.");
    return id;
  }

  #person(number: number): Paid {
    const person = this.#people[number];
    if (!person) throw new Error(`There is no affiliate ${number}.`);
    return person;
  }

  get #now(): number {
    return this.#clock.now().getTime();
  }
}

/** Orders and approvals are more frequent, so that there is something to pay. */
const actions = [
  ...Array.from({ length: 8 }, () => "track" as const),
  ...Array.from({ length: 8 }, () => "approve" as const),
  ...Array.from({ length: 3 }, () => "wait" as const),
  ...(["reject", "unreject", "clawBack", "clawBack", "pay", "pay"] as const),
  ...(["batch", "settle", "settle", "importTwice", "seal"] as const),
] as const;
