import { Select } from "@mantine/core";
import type { ReactNode } from "react";

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface ChoiceFilterProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly width?: number;
}

/** A filter over a few known values; empty means all. */
export function ChoiceFilter({ label, choices, value, onChange, width = 150 }: ChoiceFilterProps): ReactNode {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      size="sm"
      w={{ base: "calc(50% - 5px)", sm: width }}
      data={choices.map((choice) => ({ ...choice }))}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      clearable
      clearButtonProps={{ "aria-label": `Clear ${label}` }}
      comboboxProps={{ transitionProps: { duration: 80 } }}
    />
  );
}
