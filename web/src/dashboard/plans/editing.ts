import { createContext, use } from "react";
import type { ConditionDraft, ConditionKind, ListName, PlanDraft, RuleDraft } from "./draft.ts";
import { choiceConditions, listConditions, rangeConditions } from "./draft.ts";
import { problemsOf, type Problems } from "./problems.ts";

interface Editing {
  readonly currency: string;
  readonly problems: Problems;
}

export const EditingContext = createContext<Editing | undefined>(undefined);

export function useEditing(): Editing {
  const editing = use(EditingContext);
  if (!editing) throw new Error("useEditing needs an EditingContext.");
  return editing;
}

export const problemId = (path: string): string => `problem-${path.replaceAll(/[^\w]+/g, "-")}`;

/** Marks the field at this path as invalid. The rule around it shows the text. */
export function useFieldState(path: string, rule: string): { error: boolean; "aria-describedby"?: string } {
  const wrong = problemsOf(useEditing().problems, path).length > 0;
  return wrong ? { error: true, "aria-describedby": problemId(rule) } : { error: false };
}

export const conditionKinds: readonly ConditionKind[] = [...listConditions, ...choiceConditions, ...rangeConditions];

const firstChoices = { customer: "new", order: "first", coupon: "own" } as const;

export function newCondition(of: ConditionKind): ConditionDraft {
  switch (of) {
    case "sku":
    case "product":
    case "category":
    case "country":
      return { of, values: [] };
    case "customer":
    case "order":
    case "coupon":
      return { of, value: firstChoices[of] };
    case "amount":
      return { of, from: 100, to: "" };
    case "month":
      return { of, from: 1, to: 12 };
  }
}

/** `l1`, `l2`: the first that no rule has. */
function freeId(letter: string, taken: readonly { readonly id: string }[]): string {
  const ids = new Set(taken.map(({ id }) => id));
  for (let number = 1; ; number += 1) if (!ids.has(`${letter}${number}`)) return `${letter}${number}`;
}

const percent = (value: number): RuleDraft["pay"] => ({ type: "percentage", value });

/** The next step starts after the last one and pays a little more. */
function newStep({ steps, base }: PlanDraft): PlanDraft["steps"][number] {
  const last = steps.at(-1);
  const before = last?.pay ?? base;
  const more = before.type === "percentage" ? { ...before, value: Math.min(Number(before.value) + 5, 100) } : before;
  return { id: freeId("step ", steps), from: last ? Number(last.from) + 10 : 11, pay: more };
}

const newRules: { readonly [Name in ListName]: (draft: PlanDraft) => PlanDraft } = {
  lines: (draft) => {
    const rule = { id: freeId("l", draft.lines), pay: percent(30), when: [newCondition("sku")] };
    return { ...draft, lines: [...draft.lines, rule] };
  },
  orders: (draft) => {
    const pay = { type: "fixed", value: 50 } as const;
    const rule = { id: freeId("o", draft.orders), pay, when: [newCondition("customer")] };
    return { ...draft, orders: [...draft.orders, rule] };
  },
  steps: (draft) => ({ ...draft, steps: [...draft.steps, newStep(draft)] }),
  bonuses: (draft) => {
    const bonus = { id: freeId("b", draft.bonuses), reach: 50, value: 100 };
    return { ...draft, bonuses: [...draft.bonuses, bonus] };
  },
};
export const withRule = (draft: PlanDraft, list: ListName): PlanDraft => newRules[list](draft);

/** The item moves by one place. */
export function moved<Item>(list: readonly Item[], index: number, by: -1 | 1): readonly Item[] {
  const [item, other] = [list[index], list[index + by]];
  if (item === undefined || other === undefined) return list;
  return list.with(index, other).with(index + by, item);
}
