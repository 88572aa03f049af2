import type { CommissionPlan, LineRule, PlanLimits, PlanRepeat } from "tributary-sdk/plan";
import {
  AMOUNT_MAX,
  FIXED_COMMISSION_MAX,
  PLAN_REACH_MAX,
  PLAN_RULE_ID_MAX,
  PLAN_RULES_MAX,
  REPEAT_MONTHS_MAX,
  REPEAT_PAYMENTS_MAX,
} from "tributary-sdk/limits";
import { bonusCounts, bonusMeasures, planPeriods, repeatPays, tierMeasures } from "tributary-sdk/words";
import type { Currency } from "../values/currency.ts";
import { majorOf, moneyOf, type Money } from "../values/money.ts";
import { conditionJson, parseCondition } from "./condition.ts";
import { fieldsOf, InvalidPlan, listOf, must, oneOf, required, wholeNumber, yesOrNo, type Field } from "./fields.ts";
import { baseJson, parseBase, parsePay, payJson } from "./pay.ts";
import type { Bonus, Limits, Plan, Repeat, Rule, Step } from "./plan.ts";

/** Returns a sentence that names the path of the first mistake, such as `plan.base is required.` */
export function parsePlan(json: unknown, currency: Currency): Plan | string {
  try {
    return planIn({ path: "plan", value: json }, currency);
  } catch (error) {
    if (error instanceof InvalidPlan) return error.message;
    throw error;
  }
}

const planKeys = [
  "base",
  "repeat",
  "lines",
  "orders",
  "tiers",
  "bonuses",
  "limits",
  "bound_customers_keep",
] as const satisfies readonly (keyof CommissionPlan)[];

function planIn(field: Field, currency: Currency): Plan {
  const read = fieldsOf(field, planKeys);
  const base = parseBase(required(read("base"), "plan.base"), currency);
  const [repeat, tiers, limits, keep] = [read("repeat"), read("tiers"), read("limits"), read("bound_customers_keep")];
  const lists = { lines: listOf(read("lines")), orders: listOf(read("orders")), bonuses: listOf(read("bonuses")) };
  const steps = tiers ? stepsIn(tiers) : [];
  // Counted before any rule is read, so that a huge plan costs nothing.
  if (lists.lines.length + lists.orders.length + lists.bonuses.length + steps.length > PLAN_RULES_MAX)
    return must(field, `have at most ${PLAN_RULES_MAX} rules, steps and bonuses in total`);
  const idOf = uniqueIds();
  const rule = (part: Field): Rule => ruleIn(part, { currency, idOf });
  return {
    currency,
    base,
    repeat: repeat ? repeatIn(repeat) : { pay: "every" },
    lines: lists.lines.map(rule),
    orders: lists.orders.map(rule),
    tiers: risingSteps(steps, currency),
    bonuses: lists.bonuses.map((part) => bonusIn(part, { currency, idOf })),
    limits: limits ? limitsIn(limits, currency) : { orderMax: null, customerMax: null },
    boundCustomersKeep: keep ? yesOrNo(keep) : true,
  };
}

function repeatIn(field: Field): Repeat {
  const { path } = field;
  const read = fieldsOf(field, ["pay", "months", "payments"]);
  const pay = oneOf(required(read("pay"), `${path}.pay`), repeatPays);
  const [months, payments] = [read("months"), read("payments")];
  if (pay !== "limited") {
    const extra = months ?? payments;
    return extra ? must(extra, "be absent unless pay is limited") : { pay };
  }
  if (months && !payments) return { pay: "months", months: wholeNumber(months, { min: 1, max: REPEAT_MONTHS_MAX }) };
  if (payments && !months)
    return { pay: "payments", payments: wholeNumber(payments, { min: 1, max: REPEAT_PAYMENTS_MAX }) };
  return must(field, "have either months or payments");
}

/** Names that traces use for the other parts of a plan. */
const reservedIds: ReadonlySet<string> = new Set(["base", "tiers", "repeat", "order_max", "customer_max", "binding"]);
const idPattern = new RegExp(`^[A-Za-z0-9_-]{1,${PLAN_RULE_ID_MAX}}$`);

type IdReader = (field: Field) => string;

function uniqueIds(): IdReader {
  const seen = new Map<string, string>();
  return (field) => {
    const { path, value } = field;
    if (typeof value !== "string" || !idPattern.test(value))
      return must(field, `be 1 to ${PLAN_RULE_ID_MAX} letters, digits, hyphens or underscores`);
    if (reservedIds.has(value)) return must(field, `not be ${value}, which is a reserved name`);
    const other = seen.get(value);
    if (other !== undefined) return must(field, `differ from ${other}`);
    seen.set(value, path);
    return value;
  };
}

interface Reading {
  readonly currency: Currency;
  readonly idOf: IdReader;
}

function ruleIn(field: Field, { currency, idOf }: Reading): Rule {
  const { path } = field;
  const read = fieldsOf(field, ["id", "when", "pay"]);
  return {
    id: idOf(required(read("id"), `${path}.id`)),
    when: parseCondition(required(read("when"), `${path}.when`), currency),
    pay: parsePay(required(read("pay"), `${path}.pay`), currency),
  };
}

function stepsIn(field: Field): Field[] {
  const { path } = field;
  const read = fieldsOf(field, ["measure", "period", "steps"]);
  oneOf(required(read("measure"), `${path}.measure`), tierMeasures);
  oneOf(required(read("period"), `${path}.period`), planPeriods);
  const steps = required(read("steps"), `${path}.steps`);
  const list = listOf(steps);
  return list.length > 0 ? list : must(steps, "have at least one step");
}

function risingSteps(fields: readonly Field[], currency: Currency): Step[] {
  const steps: Step[] = [];
  for (const field of fields) {
    const { path } = field;
    const read = fieldsOf(field, ["from", "pay"]);
    const from = required(read("from"), `${path}.from`);
    const number = wholeNumber(from, { min: 1, max: PLAN_REACH_MAX });
    const before = steps.at(-1)?.from ?? 0;
    if (number <= before) return must(from, `be above ${before}, where the step before it starts`);
    steps.push({ from: number, pay: parsePay(required(read("pay"), `${path}.pay`), currency) });
  }
  return steps;
}

function bonusIn(field: Field, { currency, idOf }: Reading): Bonus {
  const { path } = field;
  const read = fieldsOf(field, ["id", "measure", "counts", "period", "reach", "value"]);
  const id = idOf(required(read("id"), `${path}.id`));
  oneOf(required(read("measure"), `${path}.measure`), bonusMeasures);
  oneOf(required(read("counts"), `${path}.counts`), bonusCounts);
  oneOf(required(read("period"), `${path}.period`), planPeriods);
  const reach = wholeNumber(required(read("reach"), `${path}.reach`), { min: 1, max: PLAN_REACH_MAX });
  const value = required(read("value"), `${path}.value`);
  return { id, reach, value: moneyAbove0(value, { max: FIXED_COMMISSION_MAX, currency }) };
}

function limitsIn(field: Field, currency: Currency): Limits {
  const read = fieldsOf(field, ["order_max", "customer_max"]);
  const limit = (part: Field | undefined): Money | null =>
    part ? moneyAbove0(part, { max: AMOUNT_MAX, currency }) : null;
  return { orderMax: limit(read("order_max")), customerMax: limit(read("customer_max")) };
}

function moneyAbove0(field: Field, { max, currency }: { max: number; currency: Currency }): Money {
  const { value } = field;
  if (typeof value === "number" && value > 0 && value <= max) {
    const money = moneyOf(value, currency);
    if (money.minor > 0n) return money;
  }
  return must(field, `be above 0 and at most ${max}`);
}

/** The shortest form that parses to the same plan: what is absent by default is left out. */
export function planJson(plan: Plan): CommissionPlan {
  const { repeat, lines, orders, tiers, bonuses, limits } = plan;
  const { orderMax, customerMax } = limits;
  const max: PlanLimits = {
    ...(orderMax && { order_max: majorOf(orderMax) }),
    ...(customerMax && { customer_max: majorOf(customerMax) }),
  };
  return {
    base: baseJson(plan.base),
    ...(repeat.pay !== "every" && { repeat: repeatJson(repeat) }),
    ...(lines.length > 0 && { lines: lines.map(ruleJson) }),
    ...(orders.length > 0 && { orders: orders.map(ruleJson) }),
    ...(tiers.length > 0 && {
      tiers: {
        measure: "conversions",
        period: "month",
        steps: tiers.map(({ from, pay }) => ({ from, pay: payJson(pay) })),
      },
    }),
    ...(bonuses.length > 0 && {
      bonuses: bonuses.map(({ id, reach, value }) => ({
        id,
        measure: "conversions",
        counts: "approved",
        period: "month",
        reach,
        value: majorOf(value),
      })),
    }),
    ...((orderMax || customerMax) && { limits: max }),
    ...(!plan.boundCustomersKeep && { bound_customers_keep: false }),
  };
}

function repeatJson(repeat: Repeat): PlanRepeat {
  if (repeat.pay === "months") return { pay: "limited", months: repeat.months };
  if (repeat.pay === "payments") return { pay: "limited", payments: repeat.payments };
  return repeat;
}

const ruleJson = ({ id, when, pay }: Rule): LineRule => ({ id, when: conditionJson(when), pay: payJson(pay) });
