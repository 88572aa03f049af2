import { Box, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { sentenceCase } from "../../format/sentence-case.ts";
import { personQuery } from "../../api/session.ts";
import { CopyField } from "../../ui/copy.tsx";
import { timeZone } from "../../format/dates.ts";
import { FactList } from "../../ui/facts.tsx";
import { Security } from "../../session/security.tsx";
import { Section } from "../../ui/section.tsx";
import { useAccount } from "../shared/account.ts";
import { AuditLink } from "../audit/audit-link.tsx";
import { AccountNameForm } from "./account-name-form.tsx";
import { BrandingSection } from "./branding-form.tsx";
import { PayoutSettings } from "./payout-settings.tsx";
import { SettingsFrame } from "../shared/settings-frame.tsx";
import { roleWords } from "../../words/roles.ts";
import { EmailAddress } from "../../session/email-address.tsx";

export function SettingsPage(): ReactNode {
  const account = useAccount();
  const { data: person } = useQuery(personQuery);
  return (
    <SettingsFrame tab="general">
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
              { label: "Plan", value: account.plan === "pro" ? "Pro" : "Free (no API access)" },
              { label: "Your role", value: `${sentenceCase(account.role)}. ${roleWords[account.role]}` },
            ]}
          />
        </Section>
        <BrandingSection />
        <PayoutSettings />
        {account.canManage && (
          <Section title="Audit log" note="Every change in this account: who made it, what changed, and when.">
            <AuditLink>Open audit log</AuditLink>
          </Section>
        )}
        <Section title="You">
          <FactList
            facts={[
              { label: "Name", value: person?.user.name },
              { label: "Time zone", value: `${timeZone} (from your browser)` },
            ]}
          />
          {person && (
            <Box mt="md">
              <EmailAddress address={{ ...person.user, mail_is_sent: person.mail_is_sent }} />
            </Box>
          )}
        </Section>
        <Security />
      </Stack>
    </SettingsFrame>
  );
}
