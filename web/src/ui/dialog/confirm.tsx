import { createContext, Suspense, use, useCallback, useEffect, useState, type ReactNode } from "react";
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

interface ConfirmProviderProps {
  /** Calls back when someone leaves the page that asked. */
  readonly onLeave: (listener: () => void) => () => void;
  readonly children: ReactNode;
}

export function ConfirmProvider({ onLeave, children }: ConfirmProviderProps): ReactNode {
  const [question, setQuestion] = useState<Question>();
  const [opened, setOpened] = useState<Question>();
  const ask = useCallback<Ask>((next) => {
    setQuestion(next);
    setOpened(next);
  }, []);
  useEffect(() => onLeave(() => setOpened(undefined)), [onLeave]);
  // An action that ends after its page was left does not close the next question.
  const close = (): void => setOpened((now) => (now === question ? undefined : now));
  return (
    <ConfirmContext value={ask}>
      {children}
      {question && (
        <Suspense>
          <ConfirmDialog opened={opened === question} question={question} onAsk={ask} onClose={close} />
        </Suspense>
      )}
    </ConfirmContext>
  );
}
