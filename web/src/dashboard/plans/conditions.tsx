import { Button, CloseButton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ConditionDraft, ConditionKind, ListName } from "./draft.ts";
import { conditionKinds, newCondition } from "./editing.ts";
import classes from "./editor.module.css";
import { AmountField, CountField, ValuesField } from "./fields.tsx";
import { ChoiceBox } from "./inputs.tsx";

const names: Readonly<Record<ConditionKind, string>> = {
  sku: "SKU",
  product: "product ID",
  category: "category",
  country: "country",
  customer: "customer",
  order: "order",
  coupon: "coupon",
  amount: "order amount",
  month: "customer's month",
};

const choices = {
  customer: { new: "new", returning: "returning" },
  order: { first: "the first of a subscription", renewal: "a renewal", one_off: "not a subscription" },
  coupon: { own: "the affiliate's own", none: "not the affiliate's" },
} as const;

const placeholders = {
  sku: "PRO-*, BASIC-1",
  product: "4711, 48*",
  category: "gift-cards",
  country: "DE, AT",
} as const;

const isOfItem = (kind: ConditionKind): boolean => kind === "sku" || kind === "product" || kind === "category";

/** The words before a condition: `on items whose`, `when the`, `and the`. */
function opening(kind: ConditionKind, list: ListName, isFirst: boolean): string {
  const ofItems = list === "lines";
  if (isOfItem(kind))
    return ofItems ? (isFirst ? "on items whose" : "and whose") : isFirst ? "when an item's" : "and an item's";
  return isFirst ? (ofItems ? "on all items when the" : "when the") : ofItems ? "and if the" : "and the";
}

interface ConditionsProps {
  readonly list: "lines" | "orders";
  readonly rule: string;
  readonly when: readonly ConditionDraft[];
  readonly onChange: (when: readonly ConditionDraft[]) => void;
}

/** What must hold for a rule, as the second half of its sentence. */
export function Conditions({ list, rule, when, onChange }: ConditionsProps): ReactNode {
  const used = new Set(when.map(({ of }) => of));
  const [unused] = conditionKinds.filter((kind) => !used.has(kind) && (list === "orders" || !isOfItem(kind)));
  const more = list === "lines" ? (used.has("customer") ? unused : "customer") : unused;
  return (
    <>
      {when.map((condition, index) => (
        <span key={condition.of} className={classes["clause"]}>
          <span>{opening(condition.of, list, index === 0)}</span>
          <ChoiceBox
            label="Condition"
            value={condition.of}
            choices={Object.fromEntries(
              conditionKinds
                .filter((kind) => kind === condition.of || !used.has(kind))
                .map((kind) => [kind, names[kind]]),
            )}
            onChange={(kind) => onChange(when.with(index, newCondition(kind)))}
          />
          <ConditionFields rule={rule} condition={condition} onChange={(next) => onChange(when.with(index, next))} />
          {when.length > 1 && (
            <CloseButton
              size="sm"
              aria-label={`Remove condition: ${names[condition.of]}`}
              onClick={() => onChange(when.toSpliced(index, 1))}
            />
          )}
        </span>
      ))}
      {more !== undefined && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconPlus size={12} aria-hidden />}
          onClick={() => onChange([...when, newCondition(more)])}
        >
          Add condition
        </Button>
      )}
    </>
  );
}

interface ConditionFieldsProps {
  readonly rule: string;
  readonly condition: ConditionDraft;
  readonly onChange: (condition: ConditionDraft) => void;
}

function ConditionFields({ rule, condition, onChange }: ConditionFieldsProps): ReactNode {
  const at = `${rule}.when.${condition.of}`;
  if ("values" in condition)
    return (
      <>
        <span>is</span>
        <ValuesField
          label={names[condition.of]}
          path={at}
          rule={rule}
          value={condition.values}
          placeholder={placeholders[condition.of]}
          onChange={(values) => onChange({ ...condition, values: normalized(condition.of, values) })}
        />
      </>
    );
  if ("value" in condition)
    return (
      <>
        <span>is</span>
        <ChoiceBox
          label={names[condition.of]}
          value={condition.value}
          choices={choices[condition.of]}
          onChange={(value) => onChange({ ...condition, value })}
        />
      </>
    );
  const Field = condition.of === "amount" ? AmountField : CountField;
  return (
    <span className={classes["pair"]}>
      <span>is</span>
      <Field
        label={`${names[condition.of]}, from`}
        path={`${at}_from`}
        rule={rule}
        value={condition.from}
        onChange={(from) => onChange({ ...condition, from })}
        placeholder="any"
      />
      <span>to</span>
      <Field
        label={`${names[condition.of]}, to`}
        path={`${at}_to`}
        rule={rule}
        value={condition.to}
        onChange={(to) => onChange({ ...condition, to })}
        placeholder="any"
      />
    </span>
  );
}

/** Country codes are upper case. */
const normalized = (of: ConditionKind, values: readonly string[]): readonly string[] =>
  of === "country" ? [...new Set(values.map((value) => value.trim().toUpperCase()))] : values;
