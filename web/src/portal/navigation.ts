import { IconArrowsExchange, IconCoins, IconHome, IconSpeakerphone, IconUser } from "@tabler/icons-react";
import type { NavItem } from "../ui/shell/shell.tsx";

export const navItems: readonly NavItem[] = [
  { label: "Overview", icon: IconHome, link: { to: "/portal" }, exact: true },
  { label: "Campaigns", icon: IconSpeakerphone, link: { to: "/portal/campaigns" } },
  { label: "Conversions", icon: IconArrowsExchange, link: { to: "/portal/conversions" } },
  { label: "Earnings", icon: IconCoins, link: { to: "/portal/earnings" } },
  { label: "Profile", icon: IconUser, link: { to: "/portal/profile" } },
];
