import { useIdle } from "@mantine/hooks";
import { focusManager } from "@tanstack/react-query";
import { useEffect } from "react";

const IDLE_MS = 30 * 60_000;

/**
 * Pages do not poll while their tab is hidden. An idle page counts as hidden too, so that a forgotten one does not keep
 * its session alive. It resumes with the next input.
 */
export function usePauseWhenIdle(): void {
  const idle = useIdle(IDLE_MS, { initialState: false });
  useEffect(() => focusManager.setFocused(idle ? false : undefined), [idle]);
}
