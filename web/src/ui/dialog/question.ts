import type { ReactNode } from "react";

interface Asked {
  readonly title: string;
  readonly body?: ReactNode;
  /** The button label: verb and object. */
  readonly action: string;
  readonly dangerous?: boolean;
  /** An extra text field. */
  readonly note?: {
    readonly label: string;
    readonly help?: string;
    readonly lengthMax: number;
    readonly required?: boolean;
  };
}

/** Confirming runs the action, or asks a second question when one is too easy to click through. */
export type Question = Asked &
  (
    | { readonly run: (note: string | undefined) => Promise<unknown> }
    | { readonly askAgain: (note: string | undefined) => Question }
  );
