import { useEffect, useRef, type ReactNode } from "react";
import type { ConversionStatus } from "tributary-sdk";
import { useHeldDecisions } from "./decisions.tsx";
import classes from "./decided.module.css";
import type { Decision, Verdict } from "./held-decisions.ts";
import { UndoButton } from "./undo-button.tsx";

export const decidedStatus: Readonly<Record<Verdict, ConversionStatus>> = { approve: "approved", reject: "rejected" };

/** Replaces the actions of a decided row. The row around it is greyed. */
export function Decided({ decision }: { decision: Decision }): ReactNode {
  const held = useHeldDecisions();
  const { row, state } = decision;
  const own = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // The button that had the focus is gone. Undo is the next tab stop, so a second Enter does not undo the decision.
    if (document.activeElement === document.body) own.current?.focus({ preventScroll: true });
  }, []);
  return (
    <span ref={own} className={classes["decided"]} tabIndex={-1}>
      {state === "held" && (
        <UndoButton
          className="above"
          aria-label={`Undo for ${row.external_id}`}
          onUndo={() => held?.undo(row.id)}
          onFocusLost={focusRowOf}
        />
      )}
    </span>
  );
}

const focusRowOf = (button: HTMLElement): void =>
  button.closest("tr, li")?.querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true });
