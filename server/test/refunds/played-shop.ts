import { expect } from "vitest";
import { DAY_MS } from "../../src/domain/values/day.ts";
import type {
  Changed,
  ModelConversion,
  ModelOrder,
  ModelPayout,
  ModelRefund,
  ModelTerms,
} from "../payouts/model-types.ts";
import { sum } from "../payouts/model-worth.ts";
import { ModelTill } from "../payouts/model.ts";
import { aPartner, aTill, type Paid, type Till } from "../payouts/till.ts";
import { Browser } from "../people/browser.ts";
import type { TestApp, TestResponse } from "../support/app.ts";
import { seeded, type Seeded } from "../support/seeded.ts";
import { anOrderId } from "../support/world.ts";

const HOLD_DAYS = 7;
export const PEOPLE = 2;
const RECENT = 12;

/** What the campaign pays: in a request, and in the model. */
export const plans = {
  percentage: [{ commission_value: 13.3337 }, { share: 133_337n }],
  fixed: [
    { commission_type: "fixed", commission_value: 4.99 },
    { fixed: 499n, scales: false },
  ],
  scaling: [
    { commission_type: "fixed", commission_value: 4.99, fixed_commission_on_refund: "scale" },
    { fixed: 499n, scales: true },
  ],
} as const satisfies Record<string, readonly [Record<string, unknown>, ModelTerms["rule"]]>;

/** A shop that is run only through the API and the pages' routes, and what it should show according to a model. */
export class PlayedShop {
  readonly model: ModelTill;
  readonly people: Paid[] = [];
  readonly ids = new Map<ModelConversion, string>();
  readonly payoutIds = new Map<ModelPayout, string>();
  readonly #refundIds = new Map<ModelRefund, string>();
  readonly #random: Seeded;
  readonly #browsers = new Map<string, Browser>();
  readonly #app: TestApp;
  readonly #plan: keyof typeof plans;
  till!: Till;

  constructor(app: TestApp, { seed, plan }: { seed: number; plan: keyof typeof plans }) {
    this.#app = app;
    this.#random = seeded(seed);
    this.#plan = plan;
    this.model = new ModelTill({ rule: plans[plan][1], budget: null }, HOLD_DAYS * DAY_MS);
  }

  async open(): Promise<void> {
    this.till = await aTill(this.#app, { ...plans[this.#plan][0], maturation_days: HOLD_DAYS });
    for (let number = 0; number < PEOPLE; number += 1) {
      this.people.push(await aPartner(this.till));
      this.model.reachable.add(number);
    }
  }

  api = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
    this.till.merchant.call(method, `/v1/${path}`, body === undefined ? {} : { body });

  desk = (method: string, path: string, body?: unknown): Promise<TestResponse> => {
    const { email, accountId } = this.till.merchant;
    return this.#signedIn(email, method, [`/api/dashboard/${accountId}/${path}`, body]);
  };

  portal = (person: number, path: string): Promise<TestResponse> =>
    this.#signedIn(this.person(person).email, "GET", [`/api/portal/${path}`, undefined]);

  person(number: number): Paid {
    const person = this.people[number];
    if (!person) throw new Error(`There is no affiliate ${number}.`);
    return person;
  }

  /** What an order is still worth to its affiliate, calculated from its original. */
  dueFor({ total, refunds }: ModelOrder): bigint {
    const refunded = sum(refunds.filter(({ counted }) => counted).map(({ minor }) => minor));
    const left = total - refunded;
    const commission = this.model.commissionOf(total);
    if (this.#plan === "fixed") return left > 0n ? commission : 0n;
    return (2n * commission * left + total) / (2n * total);
  }

  get now(): number {
    return this.#app.clock.now().getTime();
  }

  /** Each does something and compares the response. */
  readonly steps = {
    track: async (): Promise<void> => {
      const affiliate = this.#random.below(PEOPLE);
      const cents = this.#random.pick([1, 10_000, 1 + this.#random.below(300), 1 + this.#random.below(90_000)]);
      const order = { external_id: anOrderId(), amount: cents / 100, currency: "EUR" };
      const code = { campaign_id: this.till.campaignId, affiliate_code: this.person(affiliate).code };
      const { body } = await this.api("POST", "conversions", { ...order, ...code });
      const tracked = { affiliate, externalId: order.external_id, orderCurrency: "EUR", amount: BigInt(cents) };
      const one = this.model.track(tracked, this.now);
      if (typeof one === "string") throw new Error(one);
      expect(body.conversion).toMatchObject({ commission: majorOf(one.commission), status: "pending" });
      this.ids.set(one, body.conversion.id as string);
    },
    approve: async (): Promise<void> => {
      const one = this.#some(this.model.conversions.filter(({ status }) => status === "pending"));
      if (!one) return;
      await this.desk("POST", `conversions/${this.ids.get(one)}/approve`);
      this.model.approve(one);
    },
    /** A part, or all that is left, by the conversion's ID or by the order's. */
    refund: async (): Promise<void> => {
      const one = this.#some(this.#orders());
      const left = one ? Number(this.model.refundableOf(one)) : 0;
      if (!one || left === 0) return;
      const cents = this.#random.pick([left, 1, 1 + this.#random.below(left), 1 + this.#random.below(left)]);
      const refund = { external_id: `refund of ${anOrderId()}`, amount: cents / 100 };
      const { body } = await (this.#random.below(2) === 0
        ? this.api("POST", `conversions/${this.ids.get(one)}/refunds`, refund)
        : this.api("POST", "refunds", { ...refund, conversion_external_id: one.externalId }));
      const recorded = { one, minor: BigInt(cents), externalId: refund.external_id, isEdit: false };
      const changed = this.model.refund(recorded, this.now);
      await this.#compare(body, changed);
      const newest = this.model.refunds.at(-1);
      if (newest) this.#refundIds.set(newest, body.refund.id as string);
    },
    cancel: async (): Promise<void> => {
      const refund = this.#some(this.model.refunds.filter(({ counted }) => counted));
      if (!refund) return;
      const { body } = await this.api("POST", `refunds/${this.#refundIds.get(refund)}/cancel`);
      const changed = this.model.cancel(refund, this.now);
      await this.#compare(body, changed);
    },
    pay: async (): Promise<void> => {
      const affiliate = this.#random.below(PEOPLE);
      const payout = this.model.pay({ affiliate, currency: "EUR" }, 0n, this.now);
      const body = { affiliate_id: this.person(affiliate).id, currency: "EUR" };
      const made = await this.desk("POST", "payouts", body);
      if (typeof payout === "string") expect(made.body.code).toBe(payout);
      else {
        expect(made.body.payout).toMatchObject({ amount: majorOf(payout.amount), status: "created" });
        this.payoutIds.set(payout, made.body.payout.id as string);
      }
    },
    settle: async (): Promise<void> => {
      const payout = this.#some(this.model.payouts.filter(({ status }) => status === "created"));
      if (!payout) return;
      const isPaid = this.#random.below(3) > 0;
      await this.desk("POST", `payouts/${this.payoutIds.get(payout)}/${isPaid ? "paid" : "failed"}`);
      this.model.settle(payout, isPaid ? "mark_paid" : "mark_failed");
    },
    wait: (): Promise<void> => {
      this.#app.clock.forward({ days: this.#random.pick([1, 2, HOLD_DAYS]) });
      return Promise.resolve();
    },
  };

  async step(): Promise<void> {
    this.#app.clock.forward({ seconds: 1 });
    await this.steps[this.#random.pick(frequent)]();
  }

  /** Conversions that were tracked, not those that were added to them. */
  readonly #orders = (): ModelConversion[] =>
    this.model.conversions.filter(({ externalId }) => !externalId.includes("#"));

  async #compare(body: TestResponse["body"], changed: Changed): Promise<void> {
    if (typeof changed === "string") throw new Error(changed);
    const { amount, commission, status } = changed.about;
    expect([body.conversion, body.claw_back?.amount]).toEqual([
      { id: this.ids.get(changed.about), amount: majorOf(amount), commission: majorOf(commission), status },
      changed.clawBack ? majorOf(changed.clawBack.minor) : undefined,
    ]);
    for (const added of changed.added) {
      const found = await this.desk("GET", `conversions?external_id=${encodeURIComponent(added.externalId)}`);
      this.ids.set(added, found.body.conversions[0].id as string);
    }
  }

  #some<Item>(items: readonly Item[]): Item | undefined {
    const recent = items.slice(-RECENT);
    return recent.length === 0 ? undefined : this.#random.pick(recent);
  }

  /** The hold period outlasts a session. */
  async #signedIn(email: string, method: string, [path, body]: [string, unknown]): Promise<TestResponse> {
    const browser = this.#browsers.get(email) ?? new Browser(this.#app);
    this.#browsers.set(email, browser);
    const answer = await browser.send(method, path, body);
    if (answer.status !== 401) return answer;
    await browser.signIn(email);
    return browser.send(method, path, body);
  }
}

const frequent: readonly (keyof PlayedShop["steps"])[] = [
  "track",
  "track",
  "approve",
  "approve",
  "approve",
  "refund",
  "refund",
  "refund",
  "refund",
  "cancel",
  "cancel",
  "pay",
  "pay",
  "settle",
  "settle",
  "wait",
  "wait",
];

export const majorOf = (minor: bigint): number => Number(minor) / 100;
