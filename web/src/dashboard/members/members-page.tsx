import { Button, Stack } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, type ReactNode } from "react";
import { Section } from "../../ui/section.tsx";
import { useAccount } from "../shared/account.ts";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { MemberInvitations } from "./member-invitations.tsx";
import { MemberList } from "./member-list.tsx";
import type { MembersSearch } from "./search.ts";

// A dialog is not part of what a page first shows.
const InviteDialog = lazy(() => import("./invite-dialog.tsx").then((module) => ({ default: module.InviteDialog })));

const FROM = "/dashboard/$accountId/settings/members";

export function MembersPage(): ReactNode {
  const { isOwner } = useAccount();
  const { offset = 0, invite } = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const go = (search: MembersSearch): void => void navigate({ search, replace: true });
  const goOffset = (next: number): void => go(next > 0 ? { offset: next } : {});
  const button = isOwner && (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => go({ invite: "yes" })}>
      Invite member
    </Button>
  );
  return (
    <SettingsFrame tab="members" action={button}>
      <Stack gap={40}>
        <Section
          title="Members"
          note={
            isOwner
              ? "Who works in this account. A changed role counts from the member's next click."
              : "Who works in this account. Owners invite members, change their roles and remove them."
          }
        >
          <MemberList offset={offset} onOffset={goOffset} />
        </Section>
        {isOwner && <MemberInvitations />}
      </Stack>
      {isOwner && invite === "yes" && (
        <Suspense>
          <InviteDialog onClose={() => go({})} />
        </Suspense>
      )}
    </SettingsFrame>
  );
}
