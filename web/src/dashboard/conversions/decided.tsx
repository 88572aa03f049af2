import { Button } from "@mantine/core";
import { useEffect, useRef, type ReactNode } from "react";
import type { ConversionStatus } from "tributary-sdk";
import { useHeldDecisions } from "./decisions.tsx";
import classes from "./decided.module.css";
import type { Decision, Verdict } from "./held-decisions.ts";

export const decidedStatus: Readonly<Record<Verdict, ConversionStatus>> = { approve: "approved", reject: "rejected" };

/** Replaces the actions of a decided row. The row around it is greyed. */
export function Decided({ decision }: { decision: Decision }): ReactNode {
  const held = useHeldDecisions();
  const { row, state } = decision;
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (document.activeElement === document.body) undo.current?.focus({ preventScroll: true });
  }, []);
  return (
    <span className={classes["decided"]}>
      {state === "held" && (
        <Button
          ref={undo}
          className="above"
          size="compact-sm"
          variant="default"
          aria-label={`Undo for ${row.external_id}`}
          onClick={() => held?.undo(row.id)}
        >
          Undo
        </Button>
      )}
    </span>
  );
}
