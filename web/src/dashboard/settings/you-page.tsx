import { Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { personQuery, renameSelf } from "../../api/session.ts";
import { timeZone } from "../../format/dates.ts";
import { sentenceCase } from "../../format/sentence-case.ts";
import { EmailAddress } from "../../session/email-address.tsx";
import { NameForm } from "../../session/name-form.tsx";
import { Security } from "../../session/security.tsx";
import { FactList } from "../../ui/facts.tsx";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { sortingOf } from "../../ui/table/listed.tsx";
import { RealTime } from "../../ui/real-time.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { roleWords } from "../../words/roles.ts";
import { useAccount, useChange } from "../shared/account.ts";
import { SettingsFrame } from "../shared/settings-frame.tsx";
import { ShortcutsSection } from "./shortcuts-section.tsx";

/** The signed-in person: the same in every account they belong to, apart from the role. */
export function YouPage(): ReactNode {
  const { filter, onFilter } = useFilter("/dashboard/$accountId/settings/you");
  const { role, test } = useAccount();
  const person = useQuery(personQuery);
  const queryClient = useQueryClient();
  // Histories and the audit log show the name too.
  const change = useChange();
  const rename = async (name: string): Promise<void> => {
    queryClient.setQueryData(personQuery.queryKey, await change(renameSelf({ name }), () => "Name saved."));
  };
  return (
    <SettingsFrame tab="you">
      <Stack gap={40}>
        <Section
          title="You"
          note={
            test
              ? "The same in live and test mode. Changes here apply to both."
              : "Your team sees your name next to what you do."
          }
        >
          <Loaded query={person}>
            {({ user, mail_is_sent }) => (
              <Stack gap="md" maw={440}>
                <NameForm key={user.name} name={user.name} onSave={rename} />
                <EmailAddress address={{ ...user, mail_is_sent }} />
              </Stack>
            )}
          </Loaded>
          <FactList
            facts={[
              { label: "Your role", value: `${sentenceCase(role)}. ${roleWords[role]}` },
              { label: "Time zone", value: `${timeZone} (from your browser)` },
            ]}
          />
        </Section>
        <ShortcutsSection />
        <RealTime>
          <Security sorting={sortingOf(filter.sort, onFilter)} />
        </RealTime>
      </Stack>
    </SettingsFrame>
  );
}
