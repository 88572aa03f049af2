/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox with its own list: no HTML element does this */
import { Kbd, Modal, Text, TextInput } from "@mantine/core";
import { IconSearch, type Icon } from "@tabler/icons-react";
import { useDebouncedValue } from "@mantine/hooks";
import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import classes from "./command-palette.module.css";

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon: Icon;
  /** The keys that do the same. */
  readonly hint?: string;
  /** Other words that people may type for it. */
  readonly words?: string;
  readonly run: () => void;
}

interface CommandPaletteProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly placeholder: string;
  readonly commands: readonly Command[];
  /** Commands that use the typed text. */
  readonly commandsFor: (typed: string) => readonly Command[];
  /** Shown first while nothing is typed. */
  readonly recent?: readonly Command[];
  /** A hook: server results for the typed text. The record itself comes before the searches for it. */
  readonly useMatches?: (typed: string) => readonly Command[];
}

export function CommandPalette(props: CommandPaletteProps): ReactNode {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      withCloseButton={false}
      padding={0}
      size="lg"
      yOffset="12vh"
      centered={false}
      attributes={{ content: { "aria-label": "Search and commands" } }}
    >
      <Palette {...props} />
    </Modal>
  );
}

const PAUSE_MS = 200;
const nothing: readonly Command[] = [];
const useNothing = (): readonly Command[] => nothing;

function Palette(props: CommandPaletteProps): ReactNode {
  const { onClose, placeholder, commands, commandsFor, recent = nothing, useMatches = useNothing } = props;
  const listId = useId();
  const [typed, setTyped] = useState("");
  /** The chosen command by ID, because results that arrive later move it. By default the first. */
  const [chosenId, setChosenId] = useState<string>();
  const words = typed.trim().toLowerCase();
  const found = commands.filter(({ label, words: more = "" }) => {
    const text = `${label} ${more}`.toLowerCase();
    return words.split(" ").every((word) => text.includes(word));
  });
  const [asked] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const matches = useMatches(asked);
  const shown = words === "" ? [...recent, ...found] : [...found, ...matches, ...commandsFor(typed.trim())];
  const chosen = Math.max(
    0,
    shown.findIndex(({ id }) => id === chosenId),
  );
  const optionId = (index: number): string => `${listId}-${index}`;
  const run = (command: Command | undefined): void => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && shown.length > 0) {
      event.preventDefault();
      setChosenId(shown[(chosen + step + shown.length) % shown.length]?.id);
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(shown[chosen]);
    }
  };
  return (
    <>
      <TextInput
        aria-label="Search and commands"
        placeholder={placeholder}
        size="md"
        variant="unstyled"
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosenId(undefined);
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={shown.length > 0 ? optionId(chosen) : undefined}
        data-autofocus
      />
      <div id={listId} role="listbox" aria-label="Results" className={classes["list"]}>
        {shown.map(({ id, label, icon: Sign, hint }, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field above has the keys
          <div
            key={id}
            id={optionId(index)}
            role="option"
            aria-selected={index === chosen}
            className={classes["option"]}
            onClick={() => run(shown[index])}
            onMouseMove={() => setChosenId(id)}
          >
            <Sign size={18} stroke={1.6} aria-hidden />
            <span>{label}</span>
            {hint !== undefined && <Kbd size="xs">{hint}</Kbd>}
          </div>
        ))}
      </div>
      {shown.length === 0 && (
        <Text p="md" size="sm" c="dimmed">
          No results
        </Text>
      )}
    </>
  );
}
