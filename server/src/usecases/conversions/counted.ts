import type { Queryable, Tx } from "../../db/database.ts";
import { monthOf } from "../../domain/plan/months.ts";
import { countsOf } from "../../domain/plan/plan.ts";
import { isSubscription } from "../../store/conversions/tracking.ts";
import { countCustomer, findBinding, lockCustomer, type CustomerCounts } from "../../store/plans/customers.ts";
import { countOrders, lockCounts } from "../../store/plans/order-counts.ts";
import { isSame, Outdated } from "./binding.ts";
import type { Counted, Decision } from "./decide-order.ts";

const NO_CUSTOMER: CustomerCounts = { payments: 0, spentMinor: 0n };
export const NOTHING_COUNTED: Counted = { ...NO_CUSTOMER, orders: null };

/** What the order's plan counts, as it is now. */
export async function countFor(db: Queryable, decision: Decision): Promise<Counted> {
  const [orders, customer] = await Promise.all([countEarlier(db, decision), countOfCustomer(db, decision)]);
  return { ...customer, orders };
}

async function countEarlier(db: Queryable, { campaign, plan, order, attribution }: Decision): Promise<number | null> {
  if (!plan || !countsOf(plan.plan).ordinal) return null;
  return countOrders(db, {
    accountId: campaign.accountId,
    affiliationId: attribution.affiliation.id,
    month: monthOf(order.paidAt).from.toISOString().slice(0, 10),
  });
}

async function countOfCustomer(
  db: Queryable,
  { campaign, plan, order, attribution }: Decision,
): Promise<CustomerCounts> {
  const { customerKey: key, amount } = order;
  const isCounted = plan?.plan.repeat.pay === "payments" || (plan?.plan.limits.customerMax ?? null) !== null;
  if (!key || !isCounted) return NO_CUSTOMER;
  const customer = { accountId: campaign.accountId, campaignId: campaign.id, key };
  return countCustomer(db, customer, { affiliationId: attribution.affiliation.id, currency: amount.currency });
}

/**
 * If the plan counts orders, those of the same customer, subscription and affiliation wait for each other from here on.
 * The binding and the subscription were read before, so they are compared again. The locks and what is read under them
 * take one round trip.
 */
export async function lockAndCount(tx: Tx, decision: Decision): Promise<Counted> {
  const { campaign, plan, order, attribution, bound, subscriptionSeen } = decision;
  if (!plan) return NOTHING_COUNTED;
  const counts = countsOf(plan.plan);
  const { customerKey, subscriptionId } = counts.customer ? order : { customerKey: null, subscriptionId: null };
  const affiliation = counts.ordinal ? attribution.affiliation.id : null;
  const { accountId, id: campaignId } = campaign;
  const customer = customerKey && { accountId, campaignId, key: customerKey };
  lockCounts(tx, campaignId, { customerKey, subscriptionId, affiliation });
  if (customer && counts.customerSpend) lockCustomer(tx, customer);
  const [binding, isKnown, counted] = await Promise.all([
    customer ? findBinding(tx, customer) : null,
    subscriptionId !== null && !subscriptionSeen && isSubscription(tx, { accountId, campaignId }, subscriptionId),
    countFor(tx, decision),
  ]);
  if (customer && !isSame(binding, bound)) throw new Outdated();
  if (isKnown) throw new Outdated();
  return counted;
}
