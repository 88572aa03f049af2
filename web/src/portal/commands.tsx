import { IconBook, IconSearch, IconSpeakerphone } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, type NavigateOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { campaignChoicesQuery } from "../api/portal.ts";
import { CommandPalette, type Command } from "../ui/shell/command-palette.tsx";
import { navItems } from "./navigation.ts";

/** Goes to a page or a campaign, or looks for a missing sale. */
export function Commands({ onClose }: { onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const { data } = useQuery(campaignChoicesQuery);
  const go = (options: NavigateOptions) => () => void navigate(options);
  const docs: Command = { id: "docs", label: "Go to Docs", icon: IconBook, run: () => window.location.assign("/docs") };
  const toPages: Command[] = navItems.map(({ label, icon, link }) => ({
    id: `go ${label}`,
    label: `Go to ${label}`,
    icon,
    run: go(link as NavigateOptions),
  }));
  const toCampaigns: Command[] = (data?.campaigns ?? []).map(({ id, name, merchant_name: merchant }) => ({
    id,
    label: `Link for ${name} by ${merchant}`,
    icon: IconSpeakerphone,
    run: go({ to: "/portal/campaigns/$campaignId", params: { campaignId: id } }),
  }));
  const commandsFor = (typed: string): Command[] => [
    {
      id: "missing",
      label: `Why is order ${typed} missing?`,
      icon: IconSearch,
      run: go({ to: "/portal/claims", search: { order: typed } }),
    },
  ];
  return (
    <CommandPalette
      opened
      onClose={onClose}
      placeholder="Search pages or enter a missing order ID"
      commands={[...toPages, docs, ...toCampaigns]}
      commandsFor={commandsFor}
    />
  );
}
