import { createContext, Suspense, use, useCallback, useState, type ReactNode } from "react";
import type { Question } from "./question.ts";
import { lazily } from "../lazy.ts";

// Loaded on first use: no page starts with a dialog.
const ConfirmDialog = lazily(() => import("./confirm-dialog.tsx"), "ConfirmDialog");

type Ask = (question: Question) => void;

const ConfirmContext = createContext<Ask | undefined>(undefined);

/** Opens a confirmation dialog. It stays open while the action runs and shows the error if it fails. */
export function useConfirm(): Ask {
  const ask = use(ConfirmContext);
  if (!ask) throw new Error("useConfirm needs a ConfirmProvider.");
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
