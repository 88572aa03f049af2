import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useState, type FormEvent, type ReactNode } from "react";
import { messageOf } from "../../api/failure.ts";
import { ignoreRepeat } from "../unless-repeated.ts";
import { Dialog } from "./dialog.tsx";
import { useHoldDialog } from "./hold.ts";
import { NoteField } from "./note-field.tsx";
import type { Question } from "./question.ts";

export function ConfirmDialog({ opened, ...more }: QuestionFormProps & { opened: boolean }): ReactNode {
  return (
    <Dialog opened={opened} onClose={more.onClose} title={more.question.title} size="md">
      <QuestionForm key={more.question.title} {...more} />
    </Dialog>
  );
}

interface QuestionFormProps {
  readonly question: Question;
  readonly onAsk: (question: Question) => void;
  readonly onClose: () => void;
}

function QuestionForm({ question, onAsk, onClose }: QuestionFormProps): ReactNode {
  const [note, setNote] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  useHoldDialog(busy);
  const submit = async (): Promise<void> => {
    const text = note.trim() === "" ? undefined : note.trim();
    if ("askAgain" in question) return onAsk(question.askAgain(text));
    setBusy(true);
    setProblem(undefined);
    try {
      await question.run(text);
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  const focusesNote = question.note !== undefined && question.note.suggestions === undefined;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void submit();
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        {question.body !== undefined && <Text size="sm">{question.body}</Text>}
        {question.note && <NoteField note={question.note} value={note} onChange={setNote} />}
        {problem !== undefined && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {question.keep ?? "Cancel"}
          </Button>
          <Button
            type="submit"
            loading={busy}
            color={question.dangerous === true ? "red.9" : "teal"}
            data-autofocus={focusesNote ? undefined : true}
            onKeyDown={ignoreRepeat}
          >
            {question.action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
