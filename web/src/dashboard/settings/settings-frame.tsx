import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Page } from "../../ui/page.tsx";
import { PageTabs } from "../../ui/tabs.tsx";
import { useAccount } from "../shared/account.ts";

/** Each part of the settings has an address of its own. */
const tabs = [
  { value: "general", label: "General", to: "/dashboard/$accountId/settings" },
  { value: "members", label: "Members", to: "/dashboard/$accountId/settings/members" },
] as const;

interface SettingsFrameProps {
  readonly tab: (typeof tabs)[number]["value"];
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function SettingsFrame({ tab, action, children }: SettingsFrameProps): ReactNode {
  const { id: accountId } = useAccount();
  const navigate = useNavigate();
  const go = (value: string): void => {
    const place = tabs.find((each) => each.value === value);
    if (place) void navigate({ to: place.to, params: { accountId } });
  };
  return (
    <Page title="Settings" action={action}>
      <PageTabs label="Parts of the settings" tabs={tabs} value={tab} onChange={go}>
        {children}
      </PageTabs>
    </Page>
  );
}
