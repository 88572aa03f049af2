import type { ReactNode } from "react";

export interface NoteQuestion {
  readonly label: string;
  readonly help?: string;
  readonly lengthMax: number;
  readonly required?: boolean;
  /** Common texts, to choose instead of typing. */
  readonly suggestions?: readonly string[];
}

interface Asked {
  readonly title: string;
  readonly body?: ReactNode;
  /** The button label: verb and object. */
  readonly action: string;
  /** The label of the button that closes the dialog; default: Cancel. */
  readonly keep?: string;
  readonly dangerous?: boolean;
  /** An extra text field. */
  readonly note?: NoteQuestion;
}

/** Confirming runs the action, or asks a second question when one is too easy to click through. */
export type Question = Asked &
  (
    | { readonly run: (note: string | undefined) => Promise<unknown> }
    | { readonly askAgain: (note: string | undefined) => Question }
  );
