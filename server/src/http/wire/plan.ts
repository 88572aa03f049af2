import type { CommissionPlan } from "tributary-sdk/plan";
import type { CampaignPlan } from "tributary-sdk";
import type { DecidingPlan } from "tributary-sdk/pages";
import {
  bonusCounts,
  bonusMeasures,
  orderCoupons,
  orderCustomers,
  orderKinds,
  planPeriods,
  planSources,
  tierMeasures,
} from "tributary-sdk/words";
import { z } from "zod";
import { planJson } from "../../domain/plan/plan-json.ts";
import type { Deciding } from "../../usecases/plans/affiliate-plan.ts";
import { pay } from "./planned.ts";

const money = (description: string, example: number) =>
  z.number().describe(`${description} In the campaign's currency.`).meta({ example });
const values = (description: string, example: string[]) =>
  z.array(z.string()).optional().describe(description).meta({ example });

const fixed = z.object({
  type: z.literal("fixed").describe("A fixed amount."),
  value: money("What is paid.", 50),
});
const percentage = z.object({
  type: z.literal("percentage").describe("A percentage of the amount."),
  value: z.number().describe("0 to 100, with up to 4 decimals.").meta({ example: 20 }),
});
const base = z
  .union([percentage, fixed])
  .describe("What an order pays if no rule says otherwise.")
  .meta({ example: { type: "percentage", value: 20 } });
const paid = pay.describe("What it pays.").meta({ example: { type: "percentage", value: 30 } });

const repeat = z
  .union([
    z.object({
      pay: z.literal("limited").describe("Orders pay for a number of months."),
      months: z.number().describe("Calendar months from the customer's first order, 1 to 120.").meta({ example: 12 }),
    }),
    z.object({
      pay: z.literal("limited").describe("A number of orders pays."),
      payments: z.number().describe("How many orders of a customer pay.").meta({ example: 6 }),
    }),
    z.object({ pay: z.enum(["none", "every"]).describe("none: only a customer's first order pays.") }),
  ])
  .describe("What repeat orders of a customer pay. Absent: every order pays.")
  .meta({ example: { pay: "limited", months: 12 } });

const when = z
  .object({
    sku: values("SKUs, exact or ending with `*`.", ["PRO-*"]),
    product: values("Product IDs, exact or ending with `*`.", ["prod_1*"]),
    category: values("Categories, exact or ending with `*`.", ["gift-cards"]),
    customer: z.enum(orderCustomers).optional().describe("Whether the customer ordered before."),
    order: z.enum(orderKinds).optional().describe("The order's place in a subscription; one_off: not in one."),
    coupon: z.enum(orderCoupons).optional().describe("own: the affiliate's code was used."),
    country: values("ISO 3166-1 country codes.", ["DE", "AT"]),
    amount_from: money("The lowest order amount.", 100).optional(),
    amount_to: money("The highest order amount.", 500).optional(),
    month_from: z
      .number()
      .optional()
      .describe("Months since the customer's first order; the first is 1.")
      .meta({ example: 1 }),
    month_to: z
      .number()
      .optional()
      .describe("Months since the customer's first order; the first is 1.")
      .meta({ example: 12 }),
  })
  .describe("What must be true. All keys must hold.")
  .meta({ example: { sku: ["PRO-*"] } });

const ruleId = z.string().describe("Your name for it, unique in the plan.").meta({ example: "l1" });
const rules = (description: string) =>
  z
    .array(z.object({ id: ruleId, when, pay: paid }))
    .optional()
    .describe(description);

const fields = {
  repeat: repeat.optional(),
  lines: rules("Rules for items. Each item takes the first one that matches."),
  orders: rules("Rules for the rest of the order. It takes the first one that matches."),
  tiers: z
    .object({
      measure: z.enum(tierMeasures).describe("What is counted."),
      period: z.enum(planPeriods).describe("A calendar month in UTC."),
      steps: z
        .array(
          z.object({
            from: z.number().describe("The first order of the period that it applies to.").meta({ example: 11 }),
            pay: paid,
          }),
        )
        .describe("From low to high."),
    })
    .optional()
    .describe("Another rate from a number of orders on."),
  bonuses: z
    .array(
      z.object({
        id: ruleId.meta({ example: "b1" }),
        measure: z.enum(bonusMeasures).describe("What is counted."),
        counts: z.enum(bonusCounts).describe("Only approved conversions count."),
        period: z.enum(planPeriods).describe("A calendar month in UTC."),
        reach: z.number().describe("How many are needed.").meta({ example: 50 }),
        value: money("The bonus.", 100),
      }),
    )
    .optional()
    .describe("Fixed amounts for what was reached in a month."),
  limits: z
    .object({
      order_max: money("The most that one order pays.", 200).optional(),
      customer_max: money("The most that all orders of one customer pay.", 500).optional(),
    })
    .optional()
    .describe("The most that is paid."),
  bound_customers_keep: z
    .boolean()
    .optional()
    .describe("false: a new version also applies to customers who ordered before. Default: true.")
    .meta({ example: false }),
};

export const campaignPlanExample: CampaignPlan = { repeat: { pay: "limited", months: 12 } };
export const planExample: CommissionPlan = { base: { type: "percentage", value: 20 }, ...campaignPlanExample };

/** The cast removes the `undefined` that an optional field of a schema may have. */
export const commissionPlan = z.object({ base, ...fields }).meta({
  id: "CommissionPlan",
  description:
    "What orders pay. One plan decides: the affiliate's own, else their group's, else the campaign's. Plans are never merged.",
  example: planExample,
}) as unknown as z.ZodType<CommissionPlan>;

const ofCampaign = z.object({ base: base.optional(), ...fields }).meta({
  id: "CampaignPlan",
  description:
    "What the campaign's orders pay. Without a base, commission_type and commission_value are the base. With one, they must be equal to it if they are given.",
  example: campaignPlanExample,
});

/**
 * Documented by their schemas, but read by `parsePlan` once the campaign's currency is known: it says what is wrong
 * with the path of the field.
 */
const readLater = <Type>(schema: z.ZodType): z.ZodType<unknown, Type> =>
  z
    .custom((value) => value !== undefined, { error: "plan is required and must be an object." })
    .meta({ $ref: `#/components/schemas/${z.globalRegistry.get(schema)?.id}` }) as z.ZodType<unknown, Type>;

export const planBody = readLater<CommissionPlan>(commissionPlan);
export const campaignPlanBody = readLater<CampaignPlan>(ofCampaign);

export const planVersion = z
  .number()
  .describe("Counts the versions of all plans in the campaign.")
  .meta({ example: 3 });

export const decidingFields = {
  source: z.enum(planSources).describe("Whose plan decides: the affiliate's own, the group's or the campaign's."),
  plan: commissionPlan,
  plan_version: planVersion
    .nullable()
    .describe("Its version. null: the campaign has no plan, so every order pays its base."),
};

export const presentDeciding = ({ source, plan, version }: Deciding): DecidingPlan => ({
  source,
  plan: planJson(plan),
  plan_version: version,
});
