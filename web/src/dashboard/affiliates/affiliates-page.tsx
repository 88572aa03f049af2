import { Button, Stack } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Page } from "../../ui/page.tsx";
import { PageTabs } from "../../ui/tabs.tsx";
import { useAccount } from "../shared/account.ts";
import { AffiliateList } from "./affiliate-list.tsx";
import { InvitationList } from "./invitation-list.tsx";
import { LazyInvite } from "./lazy-invite.tsx";
import type { AffiliatesSearch } from "./search.ts";

const FROM = "/dashboard/$accountId/affiliates";
const tabs = [
  { value: "affiliates", label: "Affiliates" },
  { value: "invitations", label: "Invitations" },
] as const;

export function AffiliatesPage(): ReactNode {
  const { canManage } = useAccount();
  const { tab = "affiliates", invite, status, search, campaign_id, state, offset } = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const go = (next: object): void => void navigate({ search: { tab, ...next } as AffiliatesSearch, replace: true });
  const openInvite = (opened: boolean): void =>
    void navigate({ search: (now) => ({ ...now, invite: opened ? "yes" : undefined }) as AffiliatesSearch });
  const inviteButton = canManage && (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => openInvite(true)}>
      Invite affiliates
    </Button>
  );
  const page = { ...(campaign_id === undefined ? {} : { campaign_id }), ...(offset === undefined ? {} : { offset }) };
  const filter = { ...page, ...(status ? { status } : {}), ...(search === undefined ? {} : { search }) };
  return (
    <Page title="Affiliates" action={inviteButton}>
      <PageTabs label="Affiliates and invitations" tabs={tabs} value={tab} onChange={(value) => go({ tab: value })}>
        <Stack gap="lg">
          {tab === "affiliates" ? (
            <AffiliateList filter={filter} onFilter={go} invite={inviteButton} />
          ) : (
            <InvitationList filter={{ ...page, ...(state ? { state } : {}) }} onFilter={go} invite={inviteButton} />
          )}
        </Stack>
      </PageTabs>
      {canManage && invite === "yes" && <LazyInvite onClose={() => openInvite(false)} />}
    </Page>
  );
}
