import { createContext, lazy, Suspense, use, useCallback, useState, type ReactNode } from "react";
import type { Question } from "./question.ts";

// A dialog is not part of what a page first shows.
const ConfirmDialog = lazy(() => import("./confirm-dialog.tsx").then((module) => ({ default: module.ConfirmDialog })));

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
