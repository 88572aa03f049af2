import { clawedBackOf, isInForce, least, most, remainderOf, sum, waivedOf } from "./model-worth.ts";
import type { ModelClawBack, ModelConversion, ModelOrder, ModelRefund, ModelTerms, Worth } from "./model-types.ts";

const CURRENCY = "EUR";

/** Orders and claw-backs in a few lines of arithmetic, independent of the application's code. */
export class ModelOrders {
  readonly conversions: ModelConversion[] = [];
  readonly refunds: ModelRefund[] = [];
  readonly clawBacks: ModelClawBack[] = [];
  protected readonly terms: ModelTerms;
  readonly #holdMs: number;

  constructor(terms: ModelTerms, holdMs: number) {
    this.terms = terms;
    this.#holdMs = holdMs;
  }

  set budget(minor: bigint) {
    this.terms.budget = minor;
  }

  track(
    tracked: { affiliate: number; externalId: string; orderCurrency: string; amount: bigint },
    now: number,
  ): ModelConversion | string {
    const { externalId, amount } = tracked;
    const worth = { amount, commission: this.commissionOf(amount) };
    const currency = "fixed" in this.terms.rule ? CURRENCY : tracked.orderCurrency;
    if (!this.hasRoom(currency, worth.commission)) return "budget_exceeded";
    const order: ModelOrder = { externalId, total: amount, conversions: [], refunds: [] };
    return this.#add({ ...tracked, currency, order }, { original: worth, refunded: 0n }, now);
  }

  approve(one: ModelConversion): string {
    if (one.status !== "pending") return "conversion_not_pending";
    one.status = "approved";
    return "done";
  }

  reject(one: ModelConversion, now: number): string {
    if (one.status === "rejected") return "conversion_already_rejected";
    if (one.payout) return "conversion_in_payout";
    if (one.status === "approved" && now >= one.maturesAt) return "outside_maturation_period";
    Object.assign(one, { status: "rejected", rejectedBy: "person" });
    return "done";
  }

  unreject(one: ModelConversion, now: number): string {
    if (one.status !== "rejected") return "conversion_not_rejected";
    if (now >= one.maturesAt) return "outside_maturation_period";
    if (one.refunded > 0n && one.refunded === one.original.amount) return "conversion_refunded";
    const worth = one.hasRefunds ? this.remainderOf(one) : one;
    if (!this.hasRoom(one.currency, worth.commission)) return "budget_exceeded";
    const { amount, commission } = worth;
    Object.assign(one, { amount, commission, status: "pending", rejectedBy: null, isShort: false });
    return "done";
  }

  clawBack(one: ModelConversion, now: number): ModelClawBack | string {
    if (one.status !== "approved") return "conversion_not_approved";
    if (now < one.maturesAt) return "inside_maturation_period";
    if (one.commission === 0n) return "nothing_to_claw_back";
    const left = one.commission - clawedBackOf(one);
    if (left === 0n) return "already_clawed_back";
    return this.takeBack({ one, minor: left, refund: null, undoes: null });
  }

  undo(clawBack: ModelClawBack): ModelClawBack | string {
    const { one, refund } = clawBack;
    if (refund && !isInForce(refund)) return "claw_back_returned";
    const minor = least(clawBack.minor, clawedBackOf(one));
    if (minor <= 0n || one.clawBacks.some(({ undoes }) => undoes === clawBack)) return "claw_back_undone";
    const undone = this.takeBack({ one, minor: -minor, refund: null, undoes: clawBack });
    // A claw-back by hand may have covered refunds.
    const newest = one.order.refunds.findLast((each) => each.counted);
    const due = this.clawBackChange(one, this.remainderOf(one));
    if (refund === null && newest && due > 0n) this.takeBack({ one, minor: due, refund: newest, undoes: null });
    return undone;
  }

  readonly refundableOf = ({ order }: ModelConversion): bigint =>
    sum(order.conversions.map(({ original, refunded }) => original.amount - refunded));

  /** What counts against the budget. */
  readonly spent = (): bigint =>
    sum(
      this.conversions
        .filter(({ status, currency }) => status !== "rejected" && currency === CURRENCY)
        .map(({ commission }) => commission),
    );

  protected readonly remainderOf = (one: ModelConversion): Worth => remainderOf(one, this.terms.rule);

  protected clawBackChange(one: ModelConversion, left: Worth): bigint {
    const target = most(0n, one.commission - left.commission - waivedOf(one));
    const byRefunds = sum(
      one.clawBacks.filter(({ refund, undoes }) => refund ?? undoes?.refund).map(({ minor }) => minor),
    );
    const total = clawedBackOf(one);
    const change = target - byRefunds;
    return change > 0n ? least(change, one.commission - total) : -least(-change, total);
  }

  protected takeBack(taken: Omit<ModelClawBack, "payout">): ModelClawBack {
    const clawBack = { ...taken, payout: null };
    this.clawBacks.push(clawBack);
    taken.one.clawBacks.push(clawBack);
    return clawBack;
  }

  protected addTo(one: ModelConversion, part: Part, { externalId, now }: Cause): ModelConversion {
    const name = `${one.order.externalId}#${externalId}`;
    const taken = this.conversions.filter((each) => each.externalId.startsWith(name)).map((each) => each.externalId);
    let free = name;
    for (let number = 2; taken.includes(free); number += 1) free = `${name}~${number}`;
    return this.#add({ ...one, externalId: free }, part, now);
  }

  #add(
    named: Pick<ModelConversion, "affiliate" | "externalId" | "currency" | "orderCurrency" | "order">,
    part: Part,
    now: number,
  ): ModelConversion {
    const { affiliate, externalId, currency, orderCurrency, order } = named;
    const one: ModelConversion = {
      affiliate,
      externalId,
      currency,
      orderCurrency,
      order,
      ...remainderOf(part, this.terms.rule),
      ...part,
      hasRefunds: part.refunded > 0n,
      maturesAt: now + this.#holdMs,
      status: "pending",
      rejectedBy: null,
      isShort: false,
      clawBacks: [],
      payout: null,
      wasInPayout: false,
    };
    this.conversions.push(one);
    order.conversions.push(one);
    return one;
  }

  commissionOf(amount: bigint): bigint {
    const { rule } = this.terms;
    return "fixed" in rule ? rule.fixed : (2n * amount * rule.share + 1_000_000n) / 2_000_000n;
  }

  protected hasRoom(currency: string, minor: bigint): boolean {
    const { budget } = this.terms;
    return budget === null || currency !== CURRENCY || this.spent() + minor <= budget;
  }
}

export type Part = Pick<ModelConversion, "original" | "refunded">;

/** What a part of an order is named after, and when it was added. */
export interface Cause {
  readonly externalId: string;
  readonly now: number;
}
