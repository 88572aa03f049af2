import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTyped } from "./use-typed.ts";

interface SearchFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly width?: number;
}

/** Searches while typing, after a short pause. */
export function SearchField({ label, value = "", onChange, width = 240 }: SearchFieldProps): ReactNode {
  const [typed, type] = useTyped<string, string>({
    value,
    typedOf: (text) => text,
    valueOf: (text) => text.trim(),
    onChange: (text) => onChange(text === "" ? undefined : text),
  });
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      size="sm"
      w={{ base: "100%", sm: width }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed === "" ? null : <CloseButton size="sm" aria-label="Clear search" onClick={() => type("")} />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
