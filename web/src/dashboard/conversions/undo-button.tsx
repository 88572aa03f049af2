import { Button, type ButtonProps } from "@mantine/core";
import { useLayoutEffect, useRef, type ReactNode } from "react";
import { ignoreRepeat, unlessRepeated } from "../../ui/unless-repeated.ts";

interface UndoButtonProps extends ButtonProps {
  readonly onUndo: () => void;
  /** Moves the focus when the button disappears while it, or the element around it, has the focus. */
  readonly onFocusLost: (button: HTMLElement) => void;
}

export function UndoButton({ onUndo, onFocusLost, ...props }: UndoButtonProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(onFocusLost);
  useLayoutEffect(() => {
    latest.current = onFocusLost;
  });
  useLayoutEffect(() => {
    const own = button.current;
    // Runs while the button is still in the page.
    return () => {
      if (own?.parentElement?.contains(document.activeElement)) latest.current(own);
    };
  }, []);
  return (
    <Button
      ref={button}
      size="compact-sm"
      variant="default"
      {...props}
      onClick={unlessRepeated(onUndo)}
      onKeyDown={ignoreRepeat}
    >
      Undo
    </Button>
  );
}
