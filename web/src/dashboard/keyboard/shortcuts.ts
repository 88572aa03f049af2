import { useEffect, useRef } from "react";
import { isDialogOpen } from "../../ui/dialog/is-open.ts";
import { isTyping } from "../../ui/is-typing.ts";
import { shortcutsAreOn } from "./shortcut-switch.ts";

export interface Shortcut {
  /** One key, or two that are pressed one after the other. */
  readonly keys: readonly [string] | readonly [string, string];
  readonly label: string;
  readonly run: () => void;
}

export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

const SEQUENCE_MS = 1_500;
const groups = new Set<{ readonly current: ShortcutGroup }>();
let first: { readonly key: string; readonly at: number } | undefined;

/** The shortcuts that work now: those of the page before those that work everywhere. */
export const activeShortcuts = (): readonly ShortcutGroup[] => [...groups].map(({ current }) => current).toReversed();

/**
 * Adds shortcuts while the component is mounted. They are off while typing, while a dialog is open, and if the person has
 * switched them off.
 */
export function useShortcuts(group: ShortcutGroup): void {
  const latest = useRef(group);
  useEffect(() => {
    latest.current = group;
  });
  useEffect(() => {
    if (groups.size === 0) globalThis.addEventListener("keydown", onKeyDown);
    groups.add(latest);
    return () => {
      groups.delete(latest);
      if (groups.size === 0) globalThis.removeEventListener("keydown", onKeyDown);
    };
  }, []);
}

function onKeyDown(event: KeyboardEvent): void {
  if (!shortcutsAreOn() || isTyping(event) || event.repeat || isDialogOpen()) return;
  const before = first !== undefined && event.timeStamp - first.at < SEQUENCE_MS ? first.key : undefined;
  const key = event.key.toLowerCase();
  first = { key, at: event.timeStamp };
  const shortcut = find([before, key]) ?? find([key]);
  if (!shortcut) return;
  first = undefined;
  event.preventDefault();
  shortcut.run();
}

const find = (typed: readonly (string | undefined)[]): Shortcut | undefined =>
  activeShortcuts()
    .flatMap(({ shortcuts }) => shortcuts)
    .find(({ keys }) => keys.length === typed.length && keys.every((key, at) => key.toLowerCase() === typed[at]));
