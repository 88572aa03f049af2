import { sentenceCase } from "../../format/sentence-case.ts";
import { limitNames, type ConditionDraft, type PayDraft, type PlanDraft, type RuleDraft, type Typed } from "./draft.ts";

/** Errors by the path of the field or rule in the plan, such as `orders[1].when.customer`. The path `""` is the plan's. */
export type Problems = Readonly<Record<string, string>>;

/** The fields that are not filled in. */
export function missingIn(draft: PlanDraft): Problems {
  const found: Record<string, string> = {};
  const need = (path: string, value: Typed, text = "Enter a number."): void => {
    if (value === "") found[path] = text;
  };
  const needPay = (path: string, { type, value }: PayDraft): void => {
    if (type !== "none") need(`${path}.pay`, value, type === "percentage" ? "Enter a percentage." : "Enter an amount.");
  };
  const needRule = (path: string, rule: RuleDraft): void => {
    needPay(path, rule.pay);
    for (const condition of rule.when) {
      const [at, text] = missingCondition(condition) ?? [];
      if (at !== undefined && text !== undefined) found[`${path}.when.${at}`] = text;
    }
  };
  if (draft.base.value === "") found["base"] = "Enter what an order pays. 0 is allowed.";
  if (draft.repeat.pay === "months" || draft.repeat.pay === "payments") need("repeat", draft.repeat.count);
  for (const [index, rule] of draft.lines.entries()) needRule(`lines[${index}]`, rule);
  for (const [index, rule] of draft.orders.entries()) needRule(`orders[${index}]`, rule);
  for (const [index, { from, pay }] of draft.steps.entries()) {
    need(`tiers.steps[${index}].from`, from);
    needPay(`tiers.steps[${index}]`, pay);
  }
  for (const [index, { reach, value }] of draft.bonuses.entries()) {
    need(`bonuses[${index}].reach`, reach);
    need(`bonuses[${index}].value`, value, "Enter an amount.");
  }
  for (const name of limitNames) if (draft.limits[name] === "") found[`limits.${name}`] = "Enter an amount.";
  return found;
}

function missingCondition(condition: ConditionDraft): readonly [path: string, text: string] | undefined {
  if ("values" in condition)
    return condition.values.length === 0 ? [condition.of, "Enter at least one value."] : undefined;
  if ("value" in condition) return undefined;
  const { of, from, to } = condition;
  return from === "" && to === "" ? [`${of}_from`, "Enter a number in at least one of the two fields."] : undefined;
}

/** Where the page can show an error: at a field, else at a rule. */
function placesOf(draft: PlanDraft): string[] {
  const ofRules = (name: string, rules: readonly RuleDraft[]): string[] =>
    rules.flatMap(({ when }, index) => {
      const rule = `${name}[${index}]`;
      const fields = when.flatMap((condition) =>
        "from" in condition ? [`${condition.of}_from`, `${condition.of}_to`] : [condition.of],
      );
      return [rule, `${rule}.pay`, ...fields.map((field) => `${rule}.when.${field}`)];
    });
  return [
    "base",
    "repeat",
    ...ofRules("lines", draft.lines),
    ...ofRules("orders", draft.orders),
    ...draft.steps.flatMap((_, index) => ["", ".from", ".pay"].map((field) => `tiers.steps[${index}]${field}`)),
    ...draft.bonuses.flatMap((_, index) => ["", ".reach", ".value"].map((field) => `bonuses[${index}]${field}`)),
    ...limitNames.filter((name) => draft.limits[name] !== undefined).map((name) => `limits.${name}`),
  ];
}

const NAMES_PATH = /^plan((?:\.\w+|\[\d+\])+):? (.+)$/s;

/** A server error names a path in the plan first. It goes to the closest field or rule that shows that path. */
export function placeProblem(message: string, draft: PlanDraft): Problems {
  const [, dotted = "", text = ""] = NAMES_PATH.exec(message) ?? [];
  const path = dotted.replace(/^\./, "");
  const closest = placesOf(draft)
    .filter((place) => path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`))
    .toSorted((one, other) => other.length - one.length)[0];
  return closest === undefined ? { "": message } : { [closest]: sentenceCase(text) };
}

/** The errors of a rule and its fields. */
export const problemsOf = (problems: Problems, path: string): readonly string[] =>
  Object.entries(problems).flatMap(([at, text]) => (at === path || at.startsWith(`${path}.`) ? [text] : []));
