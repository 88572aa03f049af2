import { Button, Group, Kbd, Stack, Textarea } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import type { ReactNode } from "react";
import { isTyping } from "../is-typing.ts";
import type { NoteQuestion } from "./question.ts";

interface NoteFieldProps {
  readonly note: NoteQuestion;
  readonly value: string;
  readonly onChange: (note: string) => void;
}

/** A text. Common ones can be chosen by button or number key. */
export function NoteField({ note, value, onChange }: NoteFieldProps): ReactNode {
  const { suggestions = [] } = note;
  useWindowEvent("keydown", (event) => {
    const suggestion = suggestions[Number(event.key) - 1];
    if (suggestion !== undefined && !isTyping(event)) onChange(suggestion);
  });
  return (
    <Stack gap="xs">
      {suggestions.length > 0 && (
        <Group gap={6} component="fieldset" className="plain" aria-label="Suggestions">
          {suggestions.map((suggestion, index) => (
            <Button
              key={suggestion}
              size="compact-sm"
              variant={value === suggestion ? "light" : "default"}
              aria-pressed={value === suggestion}
              leftSection={
                <Kbd size="xs" aria-hidden>
                  {index + 1}
                </Kbd>
              }
              onClick={() => onChange(suggestion)}
            >
              {suggestion}
            </Button>
          ))}
        </Group>
      )}
      <Textarea
        label={note.label}
        required={note.required === true}
        description={note.help}
        maxLength={note.lengthMax}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autosize
        minRows={2}
        data-autofocus={suggestions.length > 0 ? undefined : true}
      />
    </Stack>
  );
}
