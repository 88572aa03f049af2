import type { MouseEvent } from "react";

/** Ignores the second click of a double click, which may hit another button than the first. */
export const unlessRepeated =
  (run: () => unknown) =>
  ({ detail }: MouseEvent): void => {
    if (detail <= 1) run();
  };
