import { Button, Stack } from "@mantine/core";
import { IconUserPlus, IconUsers } from "@tabler/icons-react";
import { Suspense, type ReactNode } from "react";
import { membersQuery } from "../../api/members.ts";
import { given } from "../../format/without-undefined.ts";
import { ButtonLink } from "../../ui/link.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useList } from "../../ui/table/listed.tsx";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { Section } from "../../ui/section.tsx";
import { useAccount } from "../shared/account.ts";
import { SettingsFrame } from "../shared/settings-frame.tsx";
import { MemberInvitations } from "./member-invitations.tsx";
import { MemberList } from "./member-list.tsx";
import { lazily } from "../../ui/lazy.ts";

// Loaded when it opens, to keep the page small.
const InviteDialog = lazily(() => import("./invite-dialog.tsx"), "InviteDialog");

export function MembersPage(): ReactNode {
  const { test } = useAccount();
  return test ? <LiveMembersOnly live={test.live} /> : <Members />;
}

/** A test account has the members of its live account. */
function LiveMembersOnly({ live }: { live: { id: string; name: string } }): ReactNode {
  return (
    <SettingsFrame tab="team">
      <EmptyState
        icon={IconUsers}
        title={`Test mode has the team of ${live.name}`}
        text="Members and their roles are the same in live and test mode. Change them in live mode."
        action={
          <ButtonLink to="/dashboard/$accountId/settings/team" params={{ accountId: live.id }} variant="default">
            Open team in live mode
          </ButtonLink>
        }
      />
    </SettingsFrame>
  );
}

function Members(): ReactNode {
  const { id: accountId, isOwner } = useAccount();
  const list = useFilter("/dashboard/$accountId/settings/team");
  // The list below appears once the height of this one is known.
  const { offset, sort } = list.filter;
  const members = useList(membersQuery(accountId, given({ offset, sort })));
  // Closing replaces the URL: the back button must not open the dialog again.
  const invite = (opened: boolean): void =>
    list.onFilter({ invite: opened ? "yes" : undefined, offset }, { replace: !opened });
  const button = isOwner && (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => invite(true)}>
      Invite member
    </Button>
  );
  return (
    <SettingsFrame tab="team" action={button}>
      <Stack gap={40}>
        <Section
          title="Members"
          note={
            isOwner
              ? "People with access to this account. Role changes apply immediately."
              : "People with access to this account. Only owners can invite, change or remove members."
          }
        >
          <MemberList {...list} />
        </Section>
        {isOwner && !members.isPending && <MemberInvitations {...list} />}
      </Stack>
      {isOwner && list.filter.invite === "yes" && (
        <Suspense>
          <InviteDialog onClose={() => invite(false)} />
        </Suspense>
      )}
    </SettingsFrame>
  );
}
