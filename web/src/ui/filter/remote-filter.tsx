import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState, type ReactNode } from "react";
import type { Choice } from "./choice-filter.tsx";

interface RemoteFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  /** A hook: the choices that match the typed text. */
  readonly useChoices: (text: string) => readonly Choice[];
  /** A hook: the name of a value from the URL. */
  readonly useNameOf: (value: string | undefined) => string | undefined;
  /** One value is always chosen. */
  readonly required?: boolean;
}

const PAUSE_MS = 200;

/** A filter with more values than fit a list: it searches on the server. */
export function RemoteFilter(props: RemoteFilterProps): ReactNode {
  const { label, value, onChange, useChoices, useNameOf, required = false } = props;
  const [typed, setTyped] = useState("");
  const [searched] = useDebouncedValue(typed, PAUSE_MS);
  const found = useChoices(searched);
  const name = useNameOf(value);
  const known = value === undefined || found.some((choice) => choice.value === value);
  const data = known ? found : [{ value, label: name ?? "…" }, ...found];
  return (
    <Select
      aria-label={label}
      placeholder={label}
      size="sm"
      w={required ? { base: "100%", sm: 280 } : { base: "calc(50% - 5px)", sm: 150 }}
      data={data.map((choice) => ({ ...choice }))}
      // The server has already searched, and not only in the label.
      filter={({ options }) => options}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      searchable
      onSearchChange={(text) => setTyped(text === name ? "" : text)}
      nothingFoundMessage="No results"
      clearable={!required}
      allowDeselect={!required}
      clearButtonProps={{ "aria-label": `Clear ${label}` }}
      comboboxProps={{ transitionProps: { duration: 80 } }}
    />
  );
}
