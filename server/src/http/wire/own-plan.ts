import type { OwnPlan as WireOwnPlan } from "tributary-sdk/pages";
import { z } from "zod";
import { customerLabel } from "../../domain/customer.ts";
import { planJson } from "../../domain/plan/plan-json.ts";
import type { OwnPlan, PayingCustomer } from "../../usecases/plans/own-plan.ts";
import { commissionPlan } from "./plan.ts";

export const ownPlan: z.ZodType<WireOwnPlan> = z.object({
  plan: commissionPlan,
  orders_this_month: z.number(),
  approved_this_month: z.number(),
  customers: z.array(
    z.object({
      customer: z.string(),
      bound_at: z.string(),
      first_order_at: z.string().nullable(),
      payments: z.number(),
      pays: z.enum(["always", "until", "months", "payments_left", "no_more"]),
      pays_until: z.string().nullable(),
      pays_months: z.number().nullable(),
      payments_left: z.number().nullable(),
    }),
  ),
  customers_total: z.number(),
});

/** Leaves out whose plan it is: an affiliate need not know that others have another one. */
export const presentOwnPlan = (own: OwnPlan): WireOwnPlan => ({
  plan: planJson(own.plan),
  orders_this_month: own.ordersThisMonth,
  approved_this_month: own.approvedThisMonth,
  customers: own.customers.map(presentCustomer),
  customers_total: own.customersTotal,
});

const presentCustomer = ({ until, ...customer }: PayingCustomer): WireOwnPlan["customers"][number] => ({
  customer: customerLabel(customer.key),
  bound_at: customer.boundAt.toISOString(),
  first_order_at: customer.firstOrderAt?.toISOString() ?? null,
  payments: customer.payments,
  pays: until.pays,
  pays_until: until.pays === "until" ? until.until.toISOString() : null,
  pays_months: until.pays === "months" ? until.months : null,
  payments_left: until.pays === "payments_left" ? until.left : null,
});
