import { Select } from "@mantine/core";
import type { ReactNode } from "react";
import { sentenceCase } from "../../format/sentence-case.ts";

export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

interface ChoiceFilterProps<Value extends string> {
  readonly label: string;
  /** A plain string is its own label, in sentence case. */
  readonly choices: readonly (Value | Choice<Value>)[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
  readonly width?: number;
}

/** A filter with a few fixed values; empty means all. */
export function ChoiceFilter<Value extends string>(props: ChoiceFilterProps<Value>): ReactNode {
  const { label, choices, value, onChange, width = 150 } = props;
  return (
    <Select
      aria-label={label}
      placeholder={label}
      size="sm"
      w={{ base: "calc(50% - 5px)", sm: width }}
      data={choices.map((choice) =>
        typeof choice === "string" ? { value: choice, label: sentenceCase(choice) } : choice,
      )}
      value={value ?? null}
      onChange={(next) => onChange((next as Value | null) ?? undefined)}
      clearable
      clearButtonProps={{ "aria-label": `Clear ${label}` }}
      comboboxProps={{ transitionProps: { duration: 80 } }}
    />
  );
}
