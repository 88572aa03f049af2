import type { ReactNode } from "react";
import { SearchedSelect } from "./searched-select.tsx";
import type { Choice } from "./choice-filter.tsx";

interface RemoteFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  /** A hook: the choices that match the typed text, or undefined while they load. */
  readonly useChoices: (text: string) => readonly Choice[] | undefined;
  /** A hook: the name of a value from the URL. */
  readonly useNameOf: (value: string | undefined) => string | undefined;
  /** One value is always chosen. */
  readonly required?: boolean;
}

/** A filter with more values than fit a list: it searches on the server. */
export function RemoteFilter(props: RemoteFilterProps): ReactNode {
  const { label, value, onChange, useChoices, useNameOf, required = false } = props;
  const name = useNameOf(value);
  return (
    <SearchedSelect
      aria-label={label}
      placeholder={label}
      size="sm"
      w={required ? { base: "100%", sm: 280 } : { base: "calc(50% - 5px)", sm: 150 }}
      chosen={value === undefined ? undefined : { value, label: name ?? "…" }}
      onChoose={(choice) => onChange(choice?.value)}
      useChoices={useChoices}
      clearable={!required}
      allowDeselect={!required}
      clearButtonProps={{ "aria-label": `Clear ${label}` }}
    />
  );
}
