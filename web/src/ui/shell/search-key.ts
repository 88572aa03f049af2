import { useHotkeys } from "@mantine/hooks";
import { isDialogOpen } from "../dialog/is-open.ts";

/** ⌘K or Ctrl+K, also while typing. Not over a dialog: leaving the page would lose what it shows, such as a secret. */
export function useSearchKey(onSearch: () => void): void {
  useHotkeys([["mod+K", () => (isDialogOpen() ? undefined : onSearch())]], []);
}
