import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";

interface SearchFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly width?: number;
}

const PAUSE_MS = 250;

/** Searches while typing, after a short pause. */
export function SearchField({ label, value = "", onChange, width = 240 }: SearchFieldProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState<string>();
  if (seen !== value) {
    setSeen(value);
    setSent(undefined);
    // The URL changed by other means, such as the back button. What was typed here stays, even a space at its end.
    if (value !== sent) setTyped(value);
  }
  const search = useDebouncedCallback((text: string) => {
    setSent(text.trim());
    onChange(text.trim() === "" ? undefined : text.trim());
  }, PAUSE_MS);
  const type = (text: string): void => {
    setTyped(text);
    search(text);
  };
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
