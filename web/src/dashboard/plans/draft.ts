import type {
  CommissionPlan,
  ItemCondition,
  LineRule,
  OrderCondition,
  OrderRule,
  PlanBonus,
  PlanPay,
} from "tributary-sdk/plan";

/** A number while it is being typed. */
export type Typed = number | string;

export interface PayDraft {
  readonly type: PlanPay["type"];
  readonly value: Typed;
}

export const listConditions = ["sku", "product", "category", "country"] as const;
export const choiceConditions = ["customer", "order", "coupon"] as const;
export const rangeConditions = ["amount", "month"] as const;
export type ListCondition = (typeof listConditions)[number];
export type ChoiceCondition = (typeof choiceConditions)[number];
export type RangeCondition = (typeof rangeConditions)[number];

export type ConditionDraft =
  | { readonly of: ListCondition; readonly values: readonly string[] }
  | { readonly of: ChoiceCondition; readonly value: string }
  | { readonly of: RangeCondition; readonly from: Typed; readonly to: Typed };
export type ConditionKind = ConditionDraft["of"];

export interface RuleDraft {
  readonly id: string;
  readonly pay: PayDraft;
  readonly when: readonly ConditionDraft[];
}
export interface StepDraft {
  /** Only for the page: steps have no ID. */
  readonly id: string;
  readonly from: Typed;
  readonly pay: PayDraft;
}
export interface BonusDraft {
  readonly id: string;
  readonly reach: Typed;
  readonly value: Typed;
}

/** The lists of rules. Their order counts for the first two. */
export interface RuleLists {
  readonly lines: readonly RuleDraft[];
  readonly orders: readonly RuleDraft[];
  readonly steps: readonly StepDraft[];
  readonly bonuses: readonly BonusDraft[];
}
export type ListName = keyof RuleLists;
export const limitNames = ["order_max", "customer_max"] as const;
export type LimitName = (typeof limitNames)[number];

export interface RepeatDraft {
  readonly pay: "every" | "none" | "months" | "payments";
  /** Only for the last two. */
  readonly count: Typed;
}

/** What the editor edits. */
export interface PlanDraft extends RuleLists {
  readonly base: PayDraft;
  readonly repeat: RepeatDraft;
  /** Absent: no limit. */
  readonly limits: Readonly<Partial<Record<LimitName, Typed>>>;
  readonly boundCustomersKeep: boolean;
}

export function draftOf(plan: CommissionPlan): PlanDraft {
  return {
    base: plan.base,
    repeat: repeatDraft(plan.repeat),
    lines: (plan.lines ?? []).map(ruleDraft),
    orders: (plan.orders ?? []).map(ruleDraft),
    steps: (plan.tiers?.steps ?? []).map(({ from, pay }) => ({ id: `step ${from}`, from, pay: payDraft(pay) })),
    bonuses: (plan.bonuses ?? []).map(({ id, reach, value }) => ({ id, reach, value })),
    limits: { ...plan.limits },
    boundCustomersKeep: plan.bound_customers_keep !== false,
  };
}

const payDraft = (pay: PlanPay): PayDraft => (pay.type === "none" ? { type: "none", value: "" } : pay);

const ruleDraft = ({ id, pay, when }: LineRule): RuleDraft => ({ id, pay: payDraft(pay), when: conditionsOf(when) });

function repeatDraft(repeat: CommissionPlan["repeat"]): RepeatDraft {
  if (!repeat) return { pay: "every", count: 12 };
  if ("months" in repeat) return { pay: "months", count: repeat.months };
  return "payments" in repeat ? { pay: "payments", count: repeat.payments } : { pay: repeat.pay, count: 12 };
}

function conditionsOf(when: LineRule["when"]): ConditionDraft[] {
  const lists = listConditions.flatMap((of) => (when[of] ? [{ of, values: when[of] }] : []));
  const choices = choiceConditions.flatMap((of) => (when[of] ? [{ of, value: when[of] }] : []));
  const ranges = rangeConditions.flatMap((of) => {
    const [from, to] = [when[`${of}_from`], when[`${of}_to`]];
    return from === undefined && to === undefined ? [] : [{ of, from: from ?? "", to: to ?? "" }];
  });
  return [...lists, ...choices, ...ranges];
}

/** The plan, as far as the fields are filled in: `problems.ts` says which are missing. */
export function planOf(draft: PlanDraft): CommissionPlan {
  const { lines, orders, steps, bonuses, limits } = draft;
  const set = limitNames.filter((name) => limits[name] !== undefined);
  return {
    base: { type: draft.base.type === "fixed" ? "fixed" : "percentage", value: Number(draft.base.value) },
    ...repeatOf(draft.repeat),
    ...(lines.length === 0 ? {} : { lines: lines.map(ruleOf) }),
    ...(orders.length === 0 ? {} : { orders: orders.map(ruleOf) }),
    ...(steps.length === 0
      ? {}
      : {
          tiers: {
            measure: "conversions",
            period: "month",
            steps: steps.map(({ from, pay }) => ({ from: Number(from), pay: payOf(pay) })),
          },
        }),
    ...(bonuses.length === 0 ? {} : { bonuses: bonuses.map(bonusOf) }),
    ...(set.length === 0 ? {} : { limits: Object.fromEntries(set.map((name) => [name, Number(limits[name])])) }),
    ...(draft.boundCustomersKeep ? {} : { bound_customers_keep: false }),
  };
}

const payOf = ({ type, value }: PayDraft): PlanPay => (type === "none" ? { type } : { type, value: Number(value) });

const ruleOf = ({ id, pay, when }: RuleDraft): OrderRule => ({ id, when: whenOf(when), pay: payOf(pay) });

const bonusOf = ({ id, reach, value }: BonusDraft): PlanBonus => ({
  id,
  measure: "conversions",
  counts: "approved",
  period: "month",
  reach: Number(reach),
  value: Number(value),
});

function repeatOf({ pay, count }: RepeatDraft): Pick<CommissionPlan, "repeat"> {
  if (pay === "every") return {};
  if (pay === "none") return { repeat: { pay } };
  return {
    repeat: pay === "months" ? { pay: "limited", months: Number(count) } : { pay: "limited", payments: Number(count) },
  };
}

function whenOf(conditions: readonly ConditionDraft[]): ItemCondition & OrderCondition {
  const entries = conditions.flatMap((condition): [string, unknown][] => {
    if ("values" in condition) return [[condition.of, condition.values]];
    if ("value" in condition) return [[condition.of, condition.value]];
    const { of, from, to } = condition;
    return [
      ...(from === "" ? [] : [[`${of}_from`, Number(from)] as [string, unknown]]),
      ...(to === "" ? [] : [[`${of}_to`, Number(to)] as [string, unknown]]),
    ];
  });
  return Object.fromEntries(entries);
}
