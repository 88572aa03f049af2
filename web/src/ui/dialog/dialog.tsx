import { Modal, type ModalProps } from "@mantine/core";
import { Fragment, useEffect, useState, type ReactNode } from "react";
import { HoldContext } from "./hold.ts";

interface DialogProps extends ModalProps {
  /** A request is running. Components inside report theirs with `useHoldDialog`. */
  readonly busy?: boolean;
}

/** It stays open while a request is running, so that nobody misses its error or result. Each opening starts afresh. */
export function Dialog({ busy = false, onClose, children, ...more }: DialogProps): ReactNode {
  const [held, setHeld] = useState(false);
  const opening = useOpening(more.opened);
  useFocusReturn(more.opened);
  const isHeld = busy || held;
  const close = (): void => {
    if (!isHeld) onClose();
  };
  return (
    <Modal {...more} onClose={close} closeButtonProps={{ "aria-label": "Close", disabled: isHeld }}>
      <HoldContext value={setHeld}>
        <Fragment key={opening}>{children}</Fragment>
      </HoldContext>
    </Modal>
  );
}

/** Counts the openings. A dialog that opens again while it fades out still has its old content, which may be busy. */
function useOpening(opened: boolean): number {
  const [seen, setSeen] = useState({ opened, count: 0 });
  if (seen.opened !== opened) setSeen({ opened, count: seen.count + (opened ? 1 : 0) });
  return seen.count;
}

/** Mantine returns the focus only if the dialog is mounted before it opens and after it closes. */
function useFocusReturn(opened: boolean): void {
  useEffect(() => {
    if (!opened) return undefined;
    const before = document.activeElement;
    return () => {
      const now = document.activeElement;
      const isOurs = now === null || now === document.body || now.closest('[role="dialog"]') !== null;
      if (isOurs && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [opened]);
}
