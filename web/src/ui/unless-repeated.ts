import type { KeyboardEvent, MouseEvent } from "react";

/** Ignores the second click of a double click, which may hit a different button. */
export const unlessRepeated =
  (run: () => unknown) =>
  ({ detail }: MouseEvent): void => {
    if (detail <= 1) run();
  };

/** For a button that may appear under a key that is still held, such as Enter on the button before it. */
export function ignoreRepeat(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
