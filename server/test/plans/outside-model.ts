import type { CommissionPlan } from "tributary-sdk/plan";
import type { OrderItem } from "../../src/domain/plan/calculation.ts";
import { commissionByTheBook } from "../domain/plan/oracle.ts";
import { money } from "../domain/samples.ts";

/** What a campaign should pay, by a model that shares no code with the product and keeps everything in memory. */
export interface ModelPlan {
  readonly scope: string;
  readonly plan: CommissionPlan;
}
export interface ModelOrder {
  readonly affiliate: number;
  readonly customer: string | null;
  readonly at: Date;
  readonly amountMinor: bigint;
  readonly items: readonly OrderItem[];
  readonly subscription: string | null;
  /** Without a code, a bound customer's order is a renewal. */
  readonly withCode: boolean;
}
interface Tracked {
  readonly order: ModelOrder;
  readonly affiliate: number;
  /** What the same plan pays for other items and another amount of this order. */
  readonly price: (items: readonly OrderItem[], amountMinor: bigint) => bigint;
  readonly original: bigint;
  commission: bigint;
  rejected: boolean;
}
interface Bound extends ModelPlan {
  readonly affiliate: number;
  readonly at: Date;
}

const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

export class Model {
  campaign: ModelPlan;
  readonly groups = new Map<number, ModelPlan>();
  readonly overrides = new Map<number, ModelPlan>();
  readonly tracked: Tracked[] = [];
  readonly #bound = new Map<string, Bound>();
  readonly #subscriptions = new Set<string>();

  constructor(plan: CommissionPlan) {
    this.campaign = { scope: "campaign", plan };
  }

  isBound(customer: string): boolean {
    return this.#bound.has(customer);
  }

  /** One plan decides; a bound customer keeps their version of it. */
  #plan(affiliate: number, bound: Bound | undefined): ModelPlan {
    const current = this.overrides.get(affiliate) ?? this.groups.get(affiliate) ?? this.campaign;
    const keeps = bound !== undefined && current.plan.bound_customers_keep !== false && bound.scope === current.scope;
    return keeps ? bound : current;
  }

  price(order: ModelOrder): { commission: bigint; price: Tracked["price"]; affiliate: number } {
    const bound = order.customer === null ? undefined : this.#bound.get(order.customer);
    const affiliate = bound?.affiliate ?? order.affiliate;
    const { plan } = this.#plan(affiliate, bound);
    const kept = this.tracked.filter(({ rejected }) => !rejected);
    const inMonth = kept.filter((one) => one.affiliate === affiliate && monthOf(one.order.at) === monthOf(order.at));
    const theirs = kept.filter((one) => order.customer !== null && one.order.customer === order.customer);
    const seen = order.subscription !== null && this.#subscriptions.has(order.subscription);
    const kind = order.subscription === null ? (order.withCode ? "one_off" : "renewal") : seen ? "renewal" : "first";
    const price: Tracked["price"] = (items, amountMinor) =>
      commissionByTheBook(plan, {
        amount: money(amountMinor),
        items,
        paidAt: order.at,
        country: null,
        kind,
        coupon: "none",
        customer:
          order.customer === null
            ? null
            : {
                isNew: bound === undefined,
                firstOrderAt: bound?.at ?? order.at,
                payments: theirs.filter((one) => one.affiliate === affiliate && one.original > 0n).length,
                spentMinor: theirs.reduce((sum, { commission }) => sum + commission, 0n),
                boundToOther: false,
              },
        ordinal: plan.tiers ? inMonth.length + 1 : null,
      });
    return { commission: price(order.items, order.amountMinor), price, affiliate };
  }

  track(order: ModelOrder): Tracked {
    const { commission, price, affiliate } = this.price(order);
    const { customer, subscription } = order;
    if (customer !== null && !this.#bound.has(customer))
      this.#bound.set(customer, { ...this.#plan(affiliate, undefined), affiliate, at: order.at });
    if (subscription !== null) this.#subscriptions.add(subscription);
    const one = { order, affiliate, price, original: commission, commission, rejected: false };
    this.tracked.push(one);
    return one;
  }

  /** All pieces of some items come back. The others are paid as if the order had never had them. */
  refund(one: Tracked, skus: ReadonlySet<string>): bigint {
    const left = one.order.items.filter(({ sku }) => !skus.has(sku));
    const back = one.order.items.reduce((sum, item) => sum + (skus.has(item.sku) ? item.amountMinor : 0n), 0n);
    const amountMinor = one.order.amountMinor - back;
    const pays = amountMinor === 0n ? 0n : one.price(left, amountMinor);
    one.commission = pays < one.original ? pays : one.original;
    one.rejected = amountMinor === 0n;
    return back;
  }

  /** What an affiliate's orders pay. */
  earned(affiliate: number): bigint {
    return this.tracked.reduce(
      (sum, one) => sum + (one.affiliate === affiliate && !one.rejected ? one.commission : 0n),
      0n,
    );
  }
}
