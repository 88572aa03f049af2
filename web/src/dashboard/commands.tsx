import { useMantineColorScheme } from "@mantine/core";
import {
  IconBook,
  IconChecks,
  IconCoins,
  IconDeviceDesktop,
  IconHelp,
  IconHistory,
  IconKey,
  IconMoon,
  IconPlug,
  IconPlus,
  IconSearch,
  IconSun,
  IconUserPlus,
  IconUsersGroup,
} from "@tabler/icons-react";
import { useNavigate, type NavigateOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { CommandPalette, type Command } from "../ui/shell/command-palette.tsx";
import { useAccount } from "./shared/account.ts";
import { useMatches } from "./command-matches.ts";
import { navItemsOf } from "./navigation.ts";
import { pageKeys } from "./keyboard/page-keys.ts";
import { recentsOf } from "./recents.ts";
import { useRecordCommand } from "./records.ts";

/** Commands to open a page, start a common action or search for the typed text. */
export function Commands({ onClose }: { onClose: () => void }): ReactNode {
  const { id: accountId } = useAccount();
  const recordCommand = useRecordCommand();
  const search = useSearchCommands();
  return (
    <CommandPalette
      opened
      onClose={onClose}
      placeholder="Go to a page, or search by order ID or name"
      recent={recentsOf(accountId).map(recordCommand)}
      commands={[...usePageCommands(), ...useActionCommands(), ...useThemeCommands()]}
      commandsFor={search}
      useMatches={useMatches}
    />
  );
}

function useGo(): (options: NavigateOptions) => () => void {
  const navigate = useNavigate();
  return (options) => () => void navigate(options);
}

function usePageCommands(): readonly Command[] {
  const account = useAccount();
  const { id: accountId, role } = account;
  const go = useGo();
  const params = { accountId };
  const hint = (label: string) => {
    const key = pageKeys[label];
    return key === undefined ? {} : { hint: `G ${key}` };
  };
  const inNavigation = navItemsOf(account).map(({ label, icon, link }) => ({
    id: `go ${label}`,
    label: `Go to ${label}`,
    icon,
    ...hint(label),
    run: go(link as NavigateOptions),
  }));
  const more: Command[] = [
    {
      id: "go review",
      label: "Go to Review queue",
      icon: IconChecks,
      words: "pending approve reject",
      ...hint("Review queue"),
      run: go({ to: "/dashboard/$accountId/conversions/review", params }),
    },
    {
      id: "go claims",
      label: "Go to Missing-sale claims",
      icon: IconHelp,
      run: go({ to: "/dashboard/$accountId/claims", params }),
    },
    {
      id: "go unattributed orders",
      label: "Go to Orders without an affiliate",
      icon: IconPlug,
      words: "connectors unattributed missing sale",
      run: go({ to: "/dashboard/$accountId/connectors", params, search: { tab: "orders" } }),
    },
    {
      id: "go members",
      label: "Go to Team",
      icon: IconUsersGroup,
      words: "members people roles",
      run: go({ to: "/dashboard/$accountId/settings/team", params }),
    },
  ];
  const audit: Command = {
    id: "go audit log",
    label: "Go to Audit log",
    icon: IconHistory,
    run: go({ to: "/dashboard/$accountId/settings/audit-log", params }),
  };
  const docs: Command = {
    id: "docs",
    label: "Go to Docs",
    icon: IconBook,
    words: "documentation API guide reference",
    run: () => globalThis.location.assign("/docs"),
  };
  return [...inNavigation, ...more, ...(role === "viewer" ? [] : [audit]), docs];
}

function useActionCommands(): readonly Command[] {
  const { id: accountId, canManage, isOwner } = useAccount();
  const go = useGo();
  const params = { accountId };
  const ofManagers: Command[] = [
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
  const ofOwners: Command[] = [
    {
      id: "prepare batch",
      label: "Prepare batch",
      icon: IconCoins,
      words: "payout pay",
      run: go({ to: "/dashboard/$accountId/payouts/new", params }),
    },
    {
      id: "new connector",
      label: "Add connector",
      icon: IconPlug,
      words: "stripe shopify woocommerce paddle lemon squeezy shop integration",
      run: go({ to: "/dashboard/$accountId/connectors/new", params }),
    },
    {
      id: "new key",
      label: "New API key",
      icon: IconKey,
      run: go({ to: "/dashboard/$accountId/developers", params, search: {} }),
    },
  ];
  return [...(canManage ? ofManagers : []), ...(isOwner ? ofOwners : [])];
}

function useThemeCommands(): readonly Command[] {
  const { setColorScheme } = useMantineColorScheme();
  const words = "theme appearance";
  return [
    { id: "light", label: "Use light theme", icon: IconSun, words, run: () => setColorScheme("light") },
    { id: "dark", label: "Use dark theme", icon: IconMoon, words, run: () => setColorScheme("dark") },
    { id: "system", label: "Use system theme", icon: IconDeviceDesktop, words, run: () => setColorScheme("auto") },
  ];
}

function useSearchCommands(): (typed: string) => readonly Command[] {
  const { id: accountId } = useAccount();
  const go = useGo();
  const params = { accountId };
  return (typed) => [
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
}
