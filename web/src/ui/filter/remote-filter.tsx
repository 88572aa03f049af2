import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState, type ReactNode } from "react";
import type { Choice } from "./choice-filter.tsx";

interface RemoteFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  /** A hook: what matches the words that were typed. */
  readonly useChoices: (words: string) => readonly Choice[];
  /** A hook: what a value that came with the address is called. */
  readonly useNameOf: (value: string | undefined) => string | undefined;
}

const PAUSE_MS = 200;

/** A filter over more values than fit a list: it searches where they are. */
export function RemoteFilter({ label, value, onChange, useChoices, useNameOf }: RemoteFilterProps): ReactNode {
  const [typed, setTyped] = useState("");
  const [words] = useDebouncedValue(typed, PAUSE_MS);
  const found = useChoices(words);
  const name = useNameOf(value);
  const known = value === undefined || found.some((choice) => choice.value === value);
  const data = known ? found : [{ value, label: name ?? "…" }, ...found];
  return (
    <Select
      aria-label={label}
      placeholder={label}
      size="sm"
      w={{ base: "calc(50% - 5px)", sm: 150 }}
      data={data.map((choice) => ({ ...choice }))}
      // The service has searched already, in more than the label.
      filter={({ options }) => options}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      searchable
      onSearchChange={(text) => setTyped(text === name ? "" : text)}
      nothingFoundMessage="Nothing found"
      clearable
      clearButtonProps={{ "aria-label": `Clear ${label}` }}
      comboboxProps={{ transitionProps: { duration: 80 } }}
    />
  );
}
