import type { ReactNode } from "react";

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
