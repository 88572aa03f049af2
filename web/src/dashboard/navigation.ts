import {
  IconArrowsExchange,
  IconCode,
  IconCoins,
  IconHome,
  IconMail,
  IconPlug,
  IconSettings,
  IconSpeakerphone,
  IconUsers,
} from "@tabler/icons-react";
import type { NavItem } from "../ui/shell/shell.tsx";
import type { AccountView } from "./shared/account.ts";

export function navItemsOf({ id: accountId, test }: Pick<AccountView, "id" | "test">): readonly NavItem[] {
  const params = { accountId };
  return [
    { label: "Overview", icon: IconHome, link: { to: "/dashboard/$accountId", params }, exact: true },
    { label: "Campaigns", icon: IconSpeakerphone, link: { to: "/dashboard/$accountId/campaigns", params } },
    { label: "Affiliates", icon: IconUsers, link: { to: "/dashboard/$accountId/affiliates", params } },
    { label: "Conversions", icon: IconArrowsExchange, link: { to: "/dashboard/$accountId/conversions", params } },
    { label: "Payouts", icon: IconCoins, link: { to: "/dashboard/$accountId/payouts", params } },
    { label: "Connectors", icon: IconPlug, link: { to: "/dashboard/$accountId/connectors", params } },
    { label: "Developers", icon: IconCode, link: { to: "/dashboard/$accountId/developers", params } },
    ...(test
      ? [{ label: "Emails", icon: IconMail, link: { to: "/dashboard/$accountId/emails", params } as const }]
      : []),
    { label: "Settings", icon: IconSettings, link: { to: "/dashboard/$accountId/settings", params } },
  ];
}
