import { createContext, lazy, Suspense, use, useCallback, useState, type ReactNode } from "react";

// A dialog is not part of what a page first shows.
const ConfirmDialog = lazy(() => import("./confirm-dialog.tsx").then((module) => ({ default: module.ConfirmDialog })));

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
      {question && (
        <Suspense>
          <ConfirmDialog opened={opened} question={question} onAsk={setQuestion} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </ConfirmContext>
  );
}
