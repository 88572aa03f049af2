import sql from "sql-template-tag";
import { expect } from "vitest";
import type { ClawBack } from "../../src/domain/claw-back.ts";
import { DAY_MS } from "../../src/domain/values/day.ts";
import { uuidOf, type CampaignId, type ClawBackId, type ConversionId } from "../../src/domain/ids.ts";
import { updateCampaign } from "../../src/usecases/campaigns/update-campaign.ts";
import type { MerchantContext } from "../../src/usecases/context.ts";
import {
  approveConversion,
  rejectConversionAsMember,
  unrejectConversion,
} from "../../src/usecases/conversions/change-conversion.ts";
import { clawBackConversion } from "../../src/usecases/conversions/claw-back-conversion.ts";
import { trackConversion } from "../../src/usecases/conversions/track-conversion.ts";
import { undoClawBack } from "../../src/usecases/conversions/undo-claw-back.ts";
import { money } from "../domain/samples.ts";
import { MovableClock, type TestApp } from "../support/app.ts";
import { outcome } from "../support/parallel.ts";
import { seeded, type Seeded } from "../support/seeded.ts";
import { anOrderId } from "../support/world.ts";
import { ModelTill } from "./model.ts";
import type { ModelClawBack, ModelConversion } from "./model-types.ts";
import { aPartner, aTill, theirIban, type Paid } from "./till.ts";
import { plans, type Plan } from "./walk-plans.ts";
import { spendOf } from "../../src/store/current-totals.ts";

const MATURATION_DAYS = 7;
export const PEOPLE = 3;
const RECENT = 30;

/** What a step did, and what the model says. */
export type Outcome = [real: string, expected: string];
export const none: Outcome = ["none", "none"];

/** Orders, their refunds and claw-backs in the application and the model, with a clock of their own. */
export class OrderWalk {
  protected readonly random: Seeded;
  protected readonly clock = new MovableClock();
  protected readonly model: ModelTill;
  protected readonly people: Paid[] = [];
  protected readonly plan: Plan;
  protected readonly conversions = new Map<ModelConversion, ConversionId>();
  protected readonly clawBacks = new Map<ModelClawBack, ClawBackId>();
  #context: MerchantContext | undefined;
  #campaign: CampaignId | undefined;

  constructor(seed: number) {
    this.random = seeded(seed);
    const offered = plans();
    this.plan = offered[seed % offered.length] ?? this.random.pick(offered);
    this.model = new ModelTill(this.plan.terms, MATURATION_DAYS * DAY_MS);
  }

  async begin(app: TestApp): Promise<void> {
    const till = await aTill(app, { maturation_days: MATURATION_DAYS, ...this.plan.campaign });
    // The last one never has payout details.
    for (let number = 0; number < PEOPLE; number += 1) {
      const isLast = number === PEOPLE - 1;
      this.people.push(await aPartner(till, isLast ? null : theirIban(`Person ${number}`)));
      if (!isLast) this.model.reachable.add(number);
    }
    this.#campaign = till.campaignId;
    this.#context = { ...till.merchant.context, clock: this.clock };
  }

  get context(): MerchantContext {
    if (!this.#context) throw new Error("The walk has not started.");
    return this.#context;
  }

  async track(): Promise<Outcome> {
    const affiliate = this.random.below(PEOPLE);
    const orderCurrency = this.random.pick(this.plan.currencies);
    const minor = this.random.pick([0, 1, this.random.below(100), this.random.below(50_000)]);
    const externalId = anOrderId();
    const made = await outcome(
      trackConversion(this.context, {
        campaignId: this.#campaign ?? null,
        clickId: undefined,
        affiliateCode: this.people[affiliate]?.code,
        externalId,
        amount: money(minor, orderCurrency),
      }),
    );
    const expected = this.model.track({ affiliate, externalId, orderCurrency, amount: BigInt(minor) }, this.now);
    if (typeof made === "string" || typeof expected === "string") return [textOf(made), textOf(expected)];
    this.conversions.set(expected, made.id);
    return ["done", "done"];
  }

  approve = (): Promise<Outcome> =>
    this.#change(
      (id) => approveConversion(this.context, { id }),
      (one) => this.model.approve(one),
    );
  reject = (): Promise<Outcome> =>
    this.#change(
      (id) => rejectConversionAsMember(this.context, { id }),
      (one) => this.model.reject(one, this.now),
    );
  unreject = (): Promise<Outcome> =>
    this.#change(
      (id) => unrejectConversion(this.context, { id }),
      (one) => this.model.unreject(one, this.now),
    );

  async clawBack(): Promise<Outcome> {
    const one = this.recent(this.model.conversions);
    if (!one) return none;
    const real = await outcome(clawBackConversion(this.context, { id: this.idOf(one), reason: "Returned" }));
    return this.#compareClawBack(real, this.model.clawBack(one, this.now));
  }

  async undo(): Promise<Outcome> {
    const clawBack = this.recent(this.model.clawBacks);
    const id = clawBack && this.clawBacks.get(clawBack);
    if (!id) return none;
    const real = await outcome(undoClawBack(this.context, { id, reason: "Goodwill" }));
    return this.#compareClawBack(real, this.model.undo(clawBack));
  }

  /** A new budget above what is spent. */
  async fund(): Promise<Outcome> {
    if (this.plan.terms.budget === null || !this.#campaign) return none;
    const maxBudgetMinor = this.model.spent() + BigInt(this.random.pick([0, 0, 500, this.random.below(20_000)]));
    await updateCampaign(this.context, { id: this.#campaign, change: () => ({ maxBudgetMinor }) });
    this.model.budget = maxBudgetMinor;
    return ["done", "done"];
  }

  /** Every conversion, and what the campaign has spent. */
  protected async compareOrders(): Promise<void> {
    const rows = await this.context.db.query<Record<string, unknown> & { id: string }>(sql`
      select id, external_id, amount_minor as amount, commission_minor as commission, status, refunded_minor as refunded,
        coalesce(original_amount_minor, amount_minor) as "originalAmount",
        coalesce(original_commission_minor, commission_minor) as "originalCommission",
        (select amount_minor from orders where conversion_id = coalesce(part_of, conversions.id)) as total,
        'budget_short' = any (warning_signs) as "isShort"
      from conversions where account_id = ${uuidOf(this.context.accountId)}`);
    const real = new Map(rows.map((row) => [row.id, row]));
    expect(real.size).toBe(this.model.conversions.length);
    for (const one of this.model.conversions) {
      const { amount, commission, status, original, refunded, order, isShort } = one;
      expect(real.get(uuidOf(this.idOf(one)))).toMatchObject({
        external_id: one.externalId,
        amount,
        commission,
        status,
        refunded,
        originalAmount: original.amount,
        originalCommission: original.commission,
        total: order.total,
        isShort,
      });
    }
    const spend = await this.context.db.query(sql`
      select ${spendOf("campaigns")} as spent from campaigns where account_id = ${uuidOf(this.context.accountId)}`);
    expect(spend).toEqual([{ spent: this.model.spent() }]);
  }

  async #change(
    work: (id: ConversionId) => Promise<unknown>,
    expected: (one: ModelConversion) => string,
  ): Promise<Outcome> {
    const one = this.recent(this.model.conversions);
    if (!one) return none;
    return [textOf(await outcome(work(this.idOf(one)))), expected(one)];
  }

  #compareClawBack(real: ClawBack | string, expected: ModelClawBack | string): Outcome {
    if (typeof real !== "string" && typeof expected !== "string") {
      expect(real.amount.minor).toBe(expected.minor);
      this.clawBacks.set(expected, real.id);
    }
    return [textOf(real), textOf(expected)];
  }

  protected recent<Item>(items: readonly Item[]): Item | undefined {
    const recent = items.slice(-RECENT);
    return recent.length === 0 ? undefined : this.random.pick(recent);
  }

  protected idOf(one: ModelConversion): ConversionId {
    const id = this.conversions.get(one);
    if (!id) throw new Error("A conversion without its ID.");
    return id;
  }

  protected get now(): number {
    return this.clock.now().getTime();
  }
}

export const textOf = (result: unknown): string => (typeof result === "string" ? result : "done");
