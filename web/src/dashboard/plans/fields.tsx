import { TagsInput } from "@mantine/core";
import type { ReactNode } from "react";
import { currencyDecimals } from "tributary-sdk/currency";
import {
  CONDITION_VALUES_MAX,
  FIXED_COMMISSION_MAX,
  PERCENTAGE_DECIMALS_MAX,
  PERCENTAGE_MAX,
  SKU_MAX,
} from "tributary-sdk/limits";
import { currencySymbol } from "../../words/plans.ts";
import type { PayDraft, Typed } from "./draft.ts";
import { useEditing, useFieldState } from "./editing.ts";
import classes from "./editor.module.css";
import { ChoiceBox, MoneyBox, NumberBox } from "./inputs.tsx";

interface FieldProps<Value> {
  readonly label: string;
  /** Where the field is in the plan, and its rule. */
  readonly path: string;
  readonly rule: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

interface NumberFieldProps extends FieldProps<Typed> {
  readonly placeholder?: string;
}

/** A whole number. */
export const CountField = ({ path, rule, ...props }: NumberFieldProps): ReactNode => (
  <NumberBox decimals={0} {...props} {...useFieldState(path, rule)} />
);

/** An amount in the campaign's currency. */
export const AmountField = ({ path, rule, ...props }: NumberFieldProps): ReactNode => (
  <MoneyBox currency={useEditing().currency} {...props} {...useFieldState(path, rule)} />
);

interface PayFieldProps {
  readonly rule: string;
  readonly path?: string;
  readonly value: PayDraft;
  readonly onChange: (value: PayDraft) => void;
  readonly percentage: string;
  /** How often a fixed amount counts: `per item`. */
  readonly fixed: string;
  readonly canBeNothing: boolean;
}

const VALUE_AFTER_NOTHING = 10;

/** `[30] [%]`, `[50] [€ once]` or `[nothing]`. */
export function PayField({ rule, path = `${rule}.pay`, ...props }: PayFieldProps): ReactNode {
  const { value: pay, fixed, percentage, canBeNothing, onChange } = props;
  const state = useFieldState(path, rule);
  const { currency } = useEditing();
  const isShare = pay.type === "percentage";
  return (
    <span className={classes["pair"]}>
      {pay.type !== "none" && (
        <NumberBox
          label={isShare ? "Percentage" : "Amount"}
          value={pay.value}
          onChange={(value) => onChange({ ...pay, value })}
          max={isShare ? PERCENTAGE_MAX : FIXED_COMMISSION_MAX}
          decimals={isShare ? PERCENTAGE_DECIMALS_MAX : currencyDecimals(currency)}
          {...state}
        />
      )}
      <ChoiceBox
        label="Type of commission"
        value={pay.type}
        choices={{
          percentage,
          fixed: `${currencySymbol(currency)} ${fixed}`,
          ...(canBeNothing ? { none: "nothing" } : {}),
        }}
        onChange={(type) => onChange({ type, value: pay.value === "" ? VALUE_AFTER_NOTHING : pay.value })}
      />
    </span>
  );
}

interface ValuesFieldProps extends FieldProps<readonly string[]> {
  readonly placeholder: string;
}

/** Several texts, such as SKUs. Enter or a comma ends each of them. */
export function ValuesField({ label, path, rule, value, onChange, placeholder }: ValuesFieldProps): ReactNode {
  return (
    <TagsInput
      aria-label={label}
      size="xs"
      className={classes["values"] ?? ""}
      value={[...value]}
      onChange={onChange}
      placeholder={value.length === 0 ? placeholder : ""}
      maxTags={CONDITION_VALUES_MAX}
      maxLength={SKU_MAX}
      splitChars={[",", ";"]}
      {...useFieldState(path, rule)}
    />
  );
}
