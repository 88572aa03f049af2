import { NativeSelect, NumberInput } from "@mantine/core";
import type { ReactNode } from "react";
import { currencyDecimals } from "tributary-sdk/currency";
import { currencySymbol } from "../../words/plans.ts";
import type { Typed } from "./draft.ts";
import classes from "./editor.module.css";

// Inputs within a sentence: narrow, and named for screen readers only.

interface InputProps {
  readonly label: string;
  readonly value: Typed;
  readonly onChange: (value: Typed) => void;
  readonly placeholder?: string;
  readonly error?: boolean;
  readonly "aria-describedby"?: string;
}

export const NumberBox = ({
  label,
  decimals,
  max,
  ...props
}: InputProps & { decimals: number; max?: number }): ReactNode => (
  <NumberInput
    aria-label={label}
    size="xs"
    className={classes["number"] ?? ""}
    decimalScale={decimals}
    allowDecimal={decimals > 0}
    allowNegative={false}
    hideControls
    {...(max === undefined ? {} : { max })}
    {...props}
  />
);

const SYMBOL_PADDING = 14;
const LETTER_WIDTH = 9;

/** An amount with the symbol of its currency. */
export const MoneyBox = ({ label, currency, ...props }: InputProps & { currency: string }): ReactNode => (
  <NumberInput
    aria-label={label}
    size="xs"
    className={classes["amount"] ?? ""}
    decimalScale={currencyDecimals(currency)}
    allowNegative={false}
    hideControls
    leftSection={<span className={classes["symbol"]}>{currencySymbol(currency)}</span>}
    leftSectionWidth={SYMBOL_PADDING + LETTER_WIDTH * currencySymbol(currency).length}
    {...props}
  />
);

interface ChoiceBoxProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: Readonly<Partial<Record<Value, string>>>;
  readonly onChange: (value: Value) => void;
}

/** As wide as what is chosen, where the browser can. */
export function ChoiceBox<Value extends string>({ label, value, choices, onChange }: ChoiceBoxProps<Value>): ReactNode {
  const entries = Object.entries<string | undefined>(choices);
  return (
    <NativeSelect
      aria-label={label}
      size="xs"
      className={classes["choice"] ?? ""}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Value)}
      data={entries.map(([each, text]) => ({ value: each, label: text ?? each }))}
    />
  );
}
