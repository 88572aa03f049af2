import { AMOUNT_MAX } from "tributary-sdk/limits";
import type { OrderKind } from "tributary-sdk/words";
import type { Queryable } from "../../db/database.ts";
import { attribute, type Attribution } from "../../domain/attribution.ts";
import type { OrderCampaign } from "../../domain/campaign.ts";
import { commissionOf } from "../../domain/values/commission.ts";
import { ownCouponOf, type Planned } from "../../domain/conversion.ts";
import type { Binding } from "../../domain/customer.ts";
import { AppError } from "../../domain/errors.ts";
import { moneyOf, type Money } from "../../domain/values/money.ts";
import type { OrderFacts } from "../../domain/order.ts";
import { commissionUnder } from "../../domain/plan/calculation.ts";
import { acceptsCurrency } from "../../domain/plan/plan.ts";
import type { TrackingFacts } from "../../store/conversions/tracking.ts";
import type { CustomerCounts } from "../../store/plans/customers.ts";
import type { StoredPlan } from "../../store/plans/plans.ts";
import { currentPlan, planOfBound } from "../plans/deciding-plan.ts";

/** An order as the shop reports it. */
export interface ReportedOrder extends OrderFacts {
  readonly amount: Money;
  readonly customerKey: Buffer | null;
  readonly now: Date;
  readonly clockStands: boolean;
}

/** Who gets an order, and which plan decides what it pays. */
export interface Decision {
  readonly campaign: OrderCampaign;
  readonly attribution: Attribution;
  readonly order: ReportedOrder;
  readonly orderKind: OrderKind;
  /** Whether an earlier order belongs to the same subscription. */
  readonly subscriptionSeen: boolean;
  /** The customer's binding before this order; null if they have none. */
  readonly bound: Binding | null;
  /** null: the campaign's base. */
  readonly plan: StoredPlan | null;
  /** What decides for the affiliate's new customers. */
  readonly current: StoredPlan | null;
}

export async function decideOrder(db: Queryable, facts: TrackingFacts, order: ReportedOrder): Promise<Decision> {
  const { campaign, evidence } = facts;
  const attribution = attribute(campaign, evidence, order);
  const { customer } = evidence;
  const bound = typeof customer === "object" ? customer.binding : null;
  const current = await currentPlan(db, campaign, attribution.affiliation);
  const keeps = isKept(bound, { attribution, order });
  const plan = current && keeps && bound ? await planOfBound(db, campaign, { current, binding: bound }) : current;
  if (plan && !acceptsCurrency(plan.plan, order.amount.currency))
    throw new AppError("currency_mismatch", {
      text: `The plan has amounts in ${plan.plan.currency}, so orders must be in ${plan.plan.currency}.`,
    });
  const orderKind = orderKindOf(facts, {
    attribution,
    order,
    isFirstPaid: plan !== null && bound?.firstOrderAt === null,
  });
  const { subscriptionSeen } = facts;
  return { campaign, attribution, order, orderKind, subscriptionSeen, bound, plan, current };
}

/** Whether the customer was bound when the order was paid, and stays bound. */
const isKept = (bound: Binding | null, { attribution, order }: Pick<Decision, "attribution" | "order">): boolean =>
  bound !== null && !attribution.rebinds && order.paidAt >= bound.boundAt;

/** Whether the order used the coupon of the affiliate who gets it. */
export const couponOf = ({ attribution }: Pick<Decision, "attribution">): "own" | "none" =>
  ownCouponOf(attribution) === null ? "none" : "own";

/**
 * What the shop calls a renewal or a first payment, or a later order of a subscription; without one, a bound customer's
 * order that nobody brought. After a free trial, a plan pays the first payment as such.
 */
function orderKindOf(
  { subscriptionSeen }: TrackingFacts,
  { attribution, order, isFirstPaid }: Pick<Decision, "attribution" | "order"> & { isFirstPaid: boolean },
): OrderKind {
  if (isFirstPaid) return order.isRenewal === true || order.subscriptionId !== null ? "first" : "one_off";
  if (order.isRenewal === true) return "renewal";
  if (order.subscriptionId !== null) return subscriptionSeen && order.isRenewal !== false ? "renewal" : "first";
  return attribution.attributedBy === "customer" && !attribution.boundToOther ? "renewal" : "one_off";
}

/** What there is before an order. Zero where its plan does not ask. */
export interface Counted extends CustomerCounts {
  /** The affiliate's orders of the month; null if the plan does not count them. */
  readonly orders: number | null;
}

export interface Priced {
  readonly commission: Money;
  readonly planned: Planned | null;
}

/** What an order pays. */
export function priceOrder(decision: Decision, counted: Counted): Priced {
  const priced = priceUnder(decision, counted);
  const { campaign } = decision;
  const { minor, currency } = priced.commission;
  if (campaign.maxBudgetMinor !== null && currency !== campaign.currency) throw new AppError("currency_mismatch");
  if (minor > moneyOf(AMOUNT_MAX, currency).minor) throw new AppError("commission_too_large");
  return priced;
}

function priceUnder(decision: Decision, { orders, payments, spentMinor }: Counted): Priced {
  const { campaign, plan, order } = decision;
  if (!plan) return { commission: commissionOf(campaign.commission, order.amount), planned: null };
  const ordinal = orders === null ? null : 1 + orders;
  const { commission, trace } = commissionUnder(plan.plan, {
    ...order,
    kind: decision.orderKind,
    coupon: couponOf(decision),
    customer: customerOf(decision, { payments, spentMinor }),
    ordinal,
  });
  return { commission, planned: { planId: plan.id, version: plan.version, ordinal, trace } };
}

function customerOf({ attribution, order, bound }: Decision, counts: CustomerCounts) {
  const { customerKey, paidAt } = order;
  if (!customerKey) return null;
  const known = bound && isKept(bound, { attribution, order }) ? bound.firstOrderAt : null;
  const { boundToOther } = attribution;
  const isNew = bound === null || bound.firstOrderAt === null;
  return { ...counts, isNew, firstOrderAt: known ?? paidAt, boundToOther };
}
