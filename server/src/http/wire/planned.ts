import type { Conversion as WireConversion } from "tributary-sdk";
import { lineReasons } from "tributary-sdk/plan";
import { conversionKinds } from "tributary-sdk/words";
import { z } from "zod";
import type { Conversion } from "../../domain/conversion.ts";
import { customerLabel } from "../../domain/customer.ts";
import { explains } from "../../domain/planned.ts";
import { linesOf } from "../../domain/plan/trace.ts";

export const pay = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("percentage"), value: z.number().describe("0 to 100.").meta({ example: 20 }) }),
    z.object({
      type: z.literal("fixed"),
      value: z.number().describe("In the campaign's currency.").meta({ example: 50 }),
    }),
    z.object({ type: z.literal("none") }),
  ])
  .describe("What a rule pays.")
  .meta({ example: { type: "percentage", value: 20 } });

export const commissionLine = z
  .object({
    rule: z
      .string()
      .describe("The rule's ID, or base, tiers, repeat, order_max, customer_max or binding.")
      .meta({ example: "base" }),
    sku: z.string().nullable().describe("The item; null for the rest of the order.").meta({ example: null }),
    quantity: z.number().nullable().describe("How many of the item.").meta({ example: null }),
    amount: z.number().nullable().describe("The part of the order that the line is about.").meta({ example: 49.99 }),
    pay: pay.nullable(),
    commission: z
      .number()
      .describe("All lines add up to the original commission. Below 0 for what a limit takes away.")
      .meta({ example: 10 }),
    reason: z
      .enum(lineReasons)
      .nullable()
      .describe("Why the rule did not pay: the first condition that did not hold. null for lines that count.")
      .meta({ example: null }),
  })
  .meta({ id: "CommissionLine", description: "A line of how a commission was calculated." });

/** Present if a plan decided the order, or if the shop said who ordered. */
export const planFields = {
  kind: z
    .enum(conversionKinds)
    .optional()
    .describe("A renewal is a later order of a subscription or a bound customer. Present with a plan or a customer.")
    .meta({ example: "order" }),
  plan_version: z
    .number()
    .optional()
    .describe("The version of the plan that decided. Absent if the campaign has no plan.")
    .meta({ example: 1 }),
  lines: z
    .array(commissionLine)
    .optional()
    .describe("How the commission was calculated, with the rules that did not pay."),
  customer: z
    .string()
    .optional()
    .describe("The start of the customer's keyed hash.")
    .meta({ example: "customer 7f3a91c2" }),
};

type Lines = Pick<WireConversion, "lines">;

/** Conversions without a plan and without a customer look as they did before plans existed. */
export function presentPlanned(tracked: Conversion, lines: Lines): Pick<WireConversion, keyof typeof planFields> {
  const { kind, planned, customerKey } = tracked;
  return {
    ...(planned || customerKey ? { kind } : {}),
    ...(planned ? { plan_version: planned.version } : {}),
    ...lines,
    ...(customerKey ? { customer: customerLabel(customerKey) } : {}),
  };
}

/** Hundreds for an order with many items. */
export const presentLines = ({ planned, original, commission, amount }: Conversion): Lines =>
  planned && explains(planned.trace, original)
    ? { lines: linesOf(planned.trace, commission.currency, amount.currency) }
    : {};
