import type { Queryable } from "../../db/database.ts";
import type { Campaign } from "../../domain/campaign.ts";
import type { PlanId } from "../../domain/ids.ts";
import { monthOf, paysUntil, type PaysUntil } from "../../domain/plan/months.ts";
import type { Plan } from "../../domain/plan/plan.ts";
import type { MeasuredAffiliation } from "../../store/campaigns/own-affiliations.ts";
import { countOrders } from "../../store/plans/order-counts.ts";
import { listOwnCustomers, type OwnCustomer } from "../../store/plans/own-customers.ts";
import { findPlan } from "../../store/plans/plans.ts";
import type { AffiliateContext } from "../context.ts";
import { planOfBound } from "./deciding-plan.ts";

const CUSTOMERS_SHOWN = 20;

/** The plan that decides for an affiliate, and where they stand in it. */
export interface OwnPlan {
  readonly plan: Plan;
  readonly ordersThisMonth: number;
  readonly approvedThisMonth: number;
  /** The newest ones. */
  readonly customers: readonly PayingCustomer[];
  readonly customersTotal: number;
}
export interface PayingCustomer extends OwnCustomer {
  readonly until: PaysUntil;
}

/** null: every order pays the campaign's commission. */
export async function readOwnPlan(
  { db, clock }: Pick<AffiliateContext, "db" | "clock">,
  own: MeasuredAffiliation,
): Promise<OwnPlan | null> {
  const { deciding } = own;
  if (!deciding) return null;
  const { accountId, id: affiliationId } = own.affiliation;
  const now = clock.now();
  const month = { accountId, affiliationId, month: `${monthOf(now).name}-01` };
  const [ordersThisMonth, approvedThisMonth, { customers, total }] = await Promise.all([
    countOrders(db, month),
    countOrders(db, { ...month, statuses: ["approved"] }),
    listOwnCustomers(db, own.affiliation, { limit: CUSTOMERS_SHOWN, currency: deciding.plan.currency }),
  ]);
  const plans = await plansOf(db, own.campaign, { id: deciding.id, customers });
  return {
    plan: deciding.plan,
    ordersThisMonth,
    approvedThisMonth,
    customers: customers.map((customer) => ({
      ...customer,
      until: stillPays(plans.get(customer.planId) ?? deciding.plan, customer, now),
    })),
    customersTotal: total,
  };
}

/** A customer whose limit is used up pays nothing more, no matter how long the plan would pay. */
const stillPays = (plan: Plan, customer: OwnCustomer, now: Date): PaysUntil => {
  const { customerMax } = plan.limits;
  const isUsedUp = customerMax !== null && customer.spentMinor >= customerMax.minor;
  return isUsedUp ? { pays: "no_more" } : paysUntil(plan, customer, now);
};

/** What decides for the customers, by the version that they were bound under. Most share one. */
async function plansOf(
  db: Queryable,
  campaign: Campaign,
  { id, customers }: { id: PlanId; customers: readonly OwnCustomer[] },
): Promise<Map<PlanId | null, Plan>> {
  const plans = new Map<PlanId | null, Plan>();
  const current = await findPlan(db, campaign.accountId, id);
  for (const binding of customers)
    if (!plans.has(binding.planId))
      plans.set(binding.planId, (await planOfBound(db, campaign, { current, binding })).plan);
  return plans;
}
