import { useNavigate, type NavigateOptions } from "@tanstack/react-router";
import { Suspense, useState, type ReactNode } from "react";
import { lazily } from "../ui/lazy.ts";
import { navItemsOf } from "./navigation.ts";
import { useAccount } from "./shared/account.ts";
import { pageKeys } from "./keyboard/page-keys.ts";
import { useShortcuts, type Shortcut } from "./keyboard/shortcuts.ts";

const ShortcutSheet = lazily(() => import("./keyboard/shortcut-sheet.tsx"), "ShortcutSheet");

/** The shortcuts that work on every page of the dashboard. */
export function PageShortcuts(): ReactNode {
  const account = useAccount();
  const { id: accountId } = account;
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const review = { to: "/dashboard/$accountId/conversions/review", params: { accountId } } as const;
  const pages = [...navItemsOf(account), { label: "Review queue", link: review }];
  const jumps = pages.flatMap(({ label, link }): Shortcut[] => {
    const key = pageKeys[label];
    return key === undefined ? [] : [{ keys: ["G", key], label, run: () => void navigate(link as NavigateOptions) }];
  });
  useShortcuts({
    title: "Everywhere",
    shortcuts: [...jumps, { keys: ["?"], label: "Keyboard shortcuts", run: () => setOpened(true) }],
  });
  return opened ? (
    <Suspense>
      <ShortcutSheet onClose={() => setOpened(false)} />
    </Suspense>
  ) : null;
}
