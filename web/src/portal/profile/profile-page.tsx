import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { profileQuery } from "../../api/portal.ts";
import { EmailAddress } from "../../session/email-address.tsx";
import { Page } from "../../ui/page.tsx";
import { Security } from "../../session/security.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { MailSwitches } from "./mail-switches.tsx";
import { NameForm } from "./name-form.tsx";
import { OwnData } from "./own-data.tsx";
import { PayoutDetails } from "./payout-details.tsx";

export function ProfilePage(): ReactNode {
  const query = useQuery(profileQuery);
  return (
    <Page title="Profile">
      <Loaded query={query}>
        {({ profile }) => (
          <Stack gap={40}>
            <Section title="You" note="Merchants whose campaigns you have joined see your name and email address.">
              <Stack gap="md" maw={440}>
                <NameForm key={profile.name} name={profile.name} />
                <EmailAddress address={profile} />
              </Stack>
            </Section>
            <Section title="Payout details" note="Where merchants send your commission. Stored encrypted.">
              <PayoutDetails profile={profile} />
            </Section>
            <Section title="Emails">
              <MailSwitches profile={profile} />
            </Section>
            <Security />
            <Section title="Your data">
              <OwnData />
            </Section>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
