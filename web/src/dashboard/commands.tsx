import { IconBook, IconPlus, IconSearch, IconUserPlus } from "@tabler/icons-react";
import { useNavigate, type NavigateOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { CommandPalette, type Command } from "../ui/shell/command-palette.tsx";
import { useAccount } from "./shared/account.ts";
import { useMatches } from "./command-matches.ts";
import { navItemsOf } from "./navigation.ts";

/** Commands to open a page, start a common action or search for the typed text. */
export function Commands({ onClose }: { onClose: () => void }): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const navigate = useNavigate();
  const params = { accountId };
  const go = (options: NavigateOptions) => () => void navigate(options);
  const docs: Command = { id: "docs", label: "Go to Docs", icon: IconBook, run: () => window.location.assign("/docs") };
  const toPages: Command[] = navItemsOf(accountId).map(({ label, icon, link }) => ({
    id: `go ${label}`,
    label: `Go to ${label}`,
    icon,
    run: go(link as NavigateOptions),
  }));
  const actions: Command[] = [
    {
      id: "new campaign",
      label: "New campaign",
      icon: IconPlus,
      run: go({ to: "/dashboard/$accountId/campaigns/new", params }),
    },
    {
      id: "invite",
      label: "Invite affiliates",
      icon: IconUserPlus,
      run: go({ to: "/dashboard/$accountId/affiliates", params, search: { invite: "yes" } }),
    },
  ];
  const commandsFor = (typed: string): Command[] => [
    {
      id: "find conversion",
      label: `Find order ID ${typed}`,
      icon: IconSearch,
      run: go({ to: "/dashboard/$accountId/conversions", params, search: { external_id: typed } }),
    },
    {
      id: "find affiliate",
      label: `Find affiliates named ${typed}`,
      icon: IconSearch,
      run: go({ to: "/dashboard/$accountId/affiliates", params, search: { search: typed } }),
    },
    {
      id: "find campaign",
      label: `Find campaigns named ${typed}`,
      icon: IconSearch,
      run: go({ to: "/dashboard/$accountId/campaigns", params, search: { search: typed } }),
    },
  ];
  return (
    <CommandPalette
      opened
      onClose={onClose}
      placeholder="Go to a page, or search by order ID or name"
      commands={[...toPages, docs, ...(canManage ? actions : [])]}
      commandsFor={commandsFor}
      useMatches={useMatches}
    />
  );
}
