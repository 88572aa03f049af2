import { createContext, use, useLayoutEffect } from "react";

/** Apart from the dialog, so that forms on pages load none of it. */
export const HoldContext = createContext<((held: boolean) => void) | undefined>(undefined);

/** Keeps the dialog around the component open while its request runs. Does nothing outside a dialog. */
export function useHoldDialog(busy: boolean): void {
  const hold = use(HoldContext);
  // An ordinary effect would leave a moment in which Escape still closes the dialog.
  useLayoutEffect(() => {
    if (!busy || !hold) return undefined;
    hold(true);
    return () => hold(false);
  }, [busy, hold]);
}
