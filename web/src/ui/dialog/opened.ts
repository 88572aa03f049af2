import { useEffect, useState } from "react";

/** A dialog returns the focus only if it opens after it was mounted, and one that is loaded on first use mounts open. */
export function useOpenedLater(opened: boolean): boolean {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(opened), [opened]);
  return isOpen;
}
