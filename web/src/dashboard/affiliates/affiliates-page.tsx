import { Button, Stack } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { given } from "../../format/without-undefined.ts";
import { useFilter, withoutAll } from "../../ui/filter/use-filter.ts";
import { Page } from "../../ui/page.tsx";
import { PageTabs } from "../../ui/tabs.tsx";
import { useAccount } from "../shared/account.ts";
import { PeopleList } from "./people-list.tsx";
import { InvitationList } from "./invitation-list.tsx";
import { LazyInvite } from "./lazy-invite.tsx";

const FROM = "/dashboard/$accountId/affiliates";
const tabs = [
  { value: "affiliates", label: "Affiliates" },
  { value: "invitations", label: "Invitations" },
] as const;

export function AffiliatesPage(): ReactNode {
  const { canManage } = useAccount();
  const { filter, onFilter } = useFilter(FROM);
  const navigate = useNavigate({ from: FROM });
  const { tab = "affiliates" } = filter;
  // Closing replaces the URL: the back button must not open the dialog again.
  const openInvite = (opened: boolean): void =>
    void navigate({
      search: (now) => given({ ...now, invite: opened ? ("yes" as const) : undefined }),
      replace: !opened,
    });
  const inviteButton = canManage && (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => openInvite(true)}>
      Invite affiliates
    </Button>
  );
  const list = { filter, onFilter, invite: inviteButton };
  return (
    <Page title="Affiliates" action={inviteButton}>
      <PageTabs
        label="Affiliates and invitations"
        tabs={tabs}
        value={tab}
        onChange={(next) => onFilter({ ...withoutAll(filter), tab: next })}
      >
        <Stack gap="lg">{tab === "affiliates" ? <PeopleList {...list} /> : <InvitationList {...list} />}</Stack>
      </PageTabs>
      {canManage && filter.invite === "yes" && <LazyInvite onClose={() => openInvite(false)} />}
    </Page>
  );
}
