import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Page } from "../../ui/page.tsx";
import { PageTabs } from "../../ui/tabs.tsx";
import { useAccount } from "./account.ts";

/** Each tab has its own URL. */
const tabs = [
  { value: "company", label: "Company", to: "/dashboard/$accountId/settings" },
  { value: "payouts", label: "Payouts", to: "/dashboard/$accountId/settings/payouts" },
  { value: "team", label: "Team", to: "/dashboard/$accountId/settings/team" },
  { value: "you", label: "You", to: "/dashboard/$accountId/settings/you" },
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
