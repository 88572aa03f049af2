import { Box, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyField } from "../../ui/copy.tsx";
import { FactList } from "../../ui/facts.tsx";
import { Section } from "../../ui/section.tsx";
import { useAccount } from "../shared/account.ts";
import { AuditLink } from "../audit/audit-link.tsx";
import { AccountNameForm } from "./account-name-form.tsx";
import { BrandingSection } from "./branding-form.tsx";
import { SettingsFrame } from "../shared/settings-frame.tsx";

export function CompanyPage(): ReactNode {
  const account = useAccount();
  return (
    <SettingsFrame tab="company">
      <Stack gap={40}>
        <Section title="Account">
          {account.isOwner && (
            <Box mb="md">
              <AccountNameForm key={account.name} />
            </Box>
          )}
          <FactList
            facts={[
              ...(account.isOwner ? [] : [{ label: "Name", value: account.name }]),
              { label: "Account ID", value: <CopyField value={account.id} what="account ID" /> },
              // Shown only if the plan limits something.
              ...(account.plan === "pro" ? [] : [{ label: "Plan", value: "Free (no API access)" }]),
            ]}
          />
        </Section>
        <BrandingSection />
        {account.canManage && (
          <Section title="Audit log" note="Every change in this account: who made it, what changed, and when.">
            <AuditLink>Open audit log</AuditLink>
          </Section>
        )}
      </Stack>
    </SettingsFrame>
  );
}
