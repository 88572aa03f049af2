import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Page } from "../../ui/page.tsx";
import { PageTabs } from "../../ui/tabs.tsx";
import { useAccount } from "./account.ts";

/** Each tab has its own URL. */
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
    const chosen = tabs.find((each) => each.value === value);
    if (chosen) void navigate({ to: chosen.to, params: { accountId } });
  };
  return (
    <Page title="Settings" action={action}>
      <PageTabs label="Settings sections" tabs={tabs} value={tab} onChange={go}>
        {children}
      </PageTabs>
    </Page>
  );
}
