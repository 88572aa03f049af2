import type { MouseEvent } from "react";

/** Ignores the second click of a double click, which may hit a different button. */
export const unlessRepeated =
  (run: () => unknown) =>
  ({ detail }: MouseEvent): void => {
    if (detail <= 1) run();
  };
