import { Button, type ButtonProps } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { messageOf } from "../api/failure.ts";
import { notifyProblem } from "./notice/notify.ts";

interface ActionButtonProps extends ButtonProps {
  readonly run: () => Promise<unknown>;
  readonly children: ReactNode;
}

/** Runs without a confirmation, shows progress and reports a failure. */
export function ActionButton({ run, children, ...more }: ActionButtonProps): ReactNode {
  const [busy, setBusy] = useState(false);
  const act = async (): Promise<void> => {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      notifyProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void act()} {...more}>
      {children}
    </Button>
  );
}
