import type { ReactNode } from "react";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { useCurrencies } from "./currencies.ts";

interface CurrencyFilterProps {
  readonly value: string | undefined;
  readonly onChange: (currency: string | undefined) => void;
}

export function CurrencyFilter({ value, onChange }: CurrencyFilterProps): ReactNode {
  const codes = useCurrencies(value);
  return (
    <ChoiceFilter
      label="Currency"
      width={120}
      choices={codes.map((code) => ({ value: code, label: code }))}
      value={value}
      onChange={onChange}
    />
  );
}
