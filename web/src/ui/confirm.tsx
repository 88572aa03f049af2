import { Alert, Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { createContext, use, useCallback, useState, type FormEvent, type ReactNode } from "react";
import { messageOf } from "../api/failure.ts";

interface Asked {
  readonly title: string;
  readonly body?: ReactNode;
  /** The verb with its object: what the button does. */
  readonly action: string;
  readonly dangerous?: boolean;
  /** Asks for a few words as well. */
  readonly note?: {
    readonly label: string;
    readonly help?: string;
    readonly lengthMax: number;
    readonly required?: boolean;
  };
}

/** What a yes leads to: the deed, or one more question where a single one would be answered too lightly. */
export type Question = Asked &
  (
    | { readonly run: (note: string | undefined) => Promise<unknown> }
    | { readonly askAgain: (note: string | undefined) => Question }
  );

type Ask = (question: Question) => void;

const ConfirmContext = createContext<Ask | undefined>(undefined);

/** Asks before something is done, stays while it is being done, and shows why it could not be. */
export function useConfirm(): Ask {
  const ask = use(ConfirmContext);
  if (!ask) throw new Error("There is no ConfirmProvider around this.");
  return ask;
}

export function ConfirmProvider({ children }: { children: ReactNode }): ReactNode {
  const [question, setQuestion] = useState<Question>();
  const [opened, setOpened] = useState(false);
  const ask = useCallback<Ask>((next) => {
    setQuestion(next);
    setOpened(true);
  }, []);
  return (
    <ConfirmContext value={ask}>
      {children}
      <Modal opened={opened} onClose={() => setOpened(false)} title={question?.title} size="md">
        {question && (
          <QuestionForm key={question.title} question={question} onAsk={setQuestion} onClose={() => setOpened(false)} />
        )}
      </Modal>
    </ConfirmContext>
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
  const submit = async (): Promise<void> => {
    const words = note.trim() === "" ? undefined : note.trim();
    if ("askAgain" in question) return onAsk(question.askAgain(words));
    setBusy(true);
    setProblem(undefined);
    try {
      await question.run(words);
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void submit();
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        {question.body !== undefined && <Text size="sm">{question.body}</Text>}
        {question.note && (
          <Textarea
            label={question.note.label}
            required={question.note.required === true}
            description={question.note.help}
            maxLength={question.note.lengthMax}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            autosize
            minRows={2}
            data-autofocus
          />
        )}
        {problem !== undefined && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={busy}
            color={question.dangerous === true ? "red.9" : "teal"}
            data-autofocus={question.note ? undefined : true}
          >
            {question.action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
