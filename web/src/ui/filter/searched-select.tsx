import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState, type ReactNode } from "react";
import type { Choice } from "./choice-filter.tsx";

type Look = Pick<
  SelectProps,
  | "label"
  | "aria-label"
  | "description"
  | "placeholder"
  | "size"
  | "w"
  | "error"
  | "clearable"
  | "clearButtonProps"
  | "allowDeselect"
>;

interface SearchedSelectProps<Found extends Choice> extends Look {
  /** It may not be among the choices found. */
  readonly chosen: Found | undefined;
  readonly onChoose: (choice: Found | undefined) => void;
  /** A hook: the choices that match the text, or undefined while they load. */
  readonly useChoices: (text: string) => readonly Found[] | undefined;
  readonly nothingFound?: string;
}

const PAUSE_MS = 200;

/**
 * A select with more choices than fit a list: it searches on the server. The choices on screen narrow at once and keep
 * their places when the response arrives, so that none moves under the pointer between press and release.
 */
export function SearchedSelect<Found extends Choice>(props: SearchedSelectProps<Found>): ReactNode {
  const { chosen, onChoose, useChoices, nothingFound = "No results", ...more } = props;
  const [typed, setTyped] = useState("");
  const [searched] = useDebouncedValue(typed, PAUSE_MS);
  const found = useChoices(searched);
  const [isOpen, setIsOpen] = useState(false);
  const [listed, setListed] = useState<readonly Found[]>([]);
  const isCurrent = found !== undefined && searched === typed;
  const list = isCurrent ? inPlace(isOpen ? listed : [], found) : listed;
  if (isCurrent && !isSame(list, listed)) setListed(list);
  const shown = isCurrent ? list : list.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()));
  const isKnown = chosen === undefined || shown.some(({ value }) => value === chosen.value);
  const data = isKnown ? shown : [chosen, ...shown];
  const label = data.find(({ value }) => value === chosen?.value)?.label;
  return (
    <Select
      {...more}
      data={data.map((choice) => ({ value: choice.value, label: choice.label }))}
      // The server searches more than the label.
      filter={({ options }) => options}
      value={chosen?.value ?? null}
      onChange={(next) => onChoose(data.find(({ value }) => value === next))}
      searchable
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      onSearchChange={(text) => setTyped(text === label ? "" : text.trim())}
      nothingFoundMessage={isCurrent ? nothingFound : "Searching…"}
      comboboxProps={{ transitionProps: { duration: 80 } }}
    />
  );
}

/** The found choices that were listed before in their old order, then the others. */
function inPlace<Found extends Choice>(listed: readonly Found[], found: readonly Found[]): readonly Found[] {
  const before = listed.flatMap(({ value }) => found.find((choice) => choice.value === value) ?? []);
  return [...before, ...found.filter((choice) => !before.includes(choice))];
}

const isSame = (one: readonly Choice[], other: readonly Choice[]): boolean =>
  one.length === other.length &&
  one.every(({ value, label }, index) => value === other[index]?.value && label === other[index].label);
