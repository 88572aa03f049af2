import { Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { changeProfile, portalKey, profileQuery } from "../../api/portal.ts";
import { personQuery } from "../../api/session.ts";
import { worldPath } from "../../api/world.ts";
import { EmailAddress } from "../../session/email-address.tsx";
import { useChangeOf } from "../../ui/notice/change.ts";
import { Page } from "../../ui/page.tsx";
import { Security } from "../../session/security.tsx";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { sortingOf } from "../../ui/table/listed.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { MailSwitches } from "./mail-switches.tsx";
import { NameForm } from "../../session/name-form.tsx";
import { OwnData } from "./own-data.tsx";
import { PayoutDetails } from "./payout-details.tsx";

export function ProfilePage(): ReactNode {
  const { filter, onFilter } = useFilter("/portal/profile");
  const query = useQuery(profileQuery);
  const change = useChangeOf(portalKey());
  const queryClient = useQueryClient();
  const rename = async (name: string): Promise<void> => {
    await change(changeProfile({ name }), () => "Name saved.");
    await queryClient.invalidateQueries({ queryKey: personQuery.queryKey });
  };
  return (
    <Page title="Profile">
      <Loaded query={query}>
        {({ profile }) => (
          <Stack gap={40}>
            <Section title="You" note="Merchants whose campaigns you have joined see your name and email address.">
              <Stack gap="md" maw={440}>
                <NameForm key={profile.name} name={profile.name} onSave={rename} />
                <EmailAddress address={profile} />
              </Stack>
            </Section>
            <Section title="Payout details" note="Where merchants send your commission. Stored encrypted.">
              <PayoutDetails profile={profile} />
            </Section>
            <Section title="Emails">
              <MailSwitches profile={profile} />
            </Section>
            {/* A test person has no password. */}
            {worldPath === "" && <Security sorting={sortingOf(filter.sort, onFilter)} />}
            <Section title="Your data">
              <OwnData />
            </Section>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
