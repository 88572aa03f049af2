import { Modal } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { InvitedMemberResponse, MemberInvitationRow } from "tributary-sdk/pages";
import { sentenceCase } from "../../format/sentence-case.ts";
import { csvHref } from "../../api/account.ts";
import { memberInvitationsQuery, renewMemberInvitation, withdrawMemberInvitation } from "../../api/members.ts";
import { actionsColumn, badgeColumn, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { Listed, useList } from "../../ui/table/listed.tsx";
import { RowMenu, type RowAction } from "../../ui/table/row-menu.tsx";
import { Section } from "../../ui/section.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { invitationTones } from "../../words/tones.ts";
import { InvitedMember } from "./invited-member.tsx";

/** Pending invitations, and expired ones that can be renewed. */
export function MemberInvitations(): ReactNode {
  const { id: accountId } = useAccount();
  const [offset, setOffset] = useState(0);
  const [renewed, setRenewed] = useState<InvitedMemberResponse>();
  const query = useList(memberInvitationsQuery(accountId, { offset }));
  const columns = useColumns(setRenewed);
  const close = (): void => setRenewed(undefined);
  return (
    <Section title="Pending invitations">
      <Listed
        label="Pending invitations"
        query={query}
        columns={columns}
        rows={query.data?.member_invitations}
        empty="No pending invitations."
        onOffset={setOffset}
        csvHref={csvHref(accountId, "member-invitations", {})}
      />
      <Modal opened={renewed !== undefined} onClose={close} title="New link" closeOnClickOutside={false}>
        {renewed && <InvitedMember invited={renewed} onClose={close} />}
      </Modal>
    </Section>
  );
}

function useColumns(onRenewed: (invited: InvitedMemberResponse) => void): readonly Column<MemberInvitationRow>[] {
  const actionsOf = useInvitationActions(onRenewed);
  return [
    { id: "email", header: "Email", cell: (row) => row.email },
    { id: "role", header: "Role", cell: (row) => sentenceCase(row.role) },
    badgeColumn("state", "Status", ({ state }) => [invitationTones[state], state]),
    { id: "by", header: "Invited by", cell: (row) => row.invited_by },
    whenColumn("expires", "Expires", (row) => row.expires_at),
    actionsColumn((row) => <RowMenu of={`the invitation for ${row.email}`} actions={actionsOf(row)} />),
  ];
}

function useInvitationActions(
  onRenewed: (invited: InvitedMemberResponse) => void,
): (row: MemberInvitationRow) => RowAction[] {
  const { id: accountId } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  return ({ id, email }) => [
    {
      label: "Renew link",
      run: async () =>
        onRenewed(
          await change(
            renewMemberInvitation(accountId, id),
            () => `Created a new link for ${email}. The old one no longer works.`,
          ),
        ),
    },
    {
      label: "Withdraw invitation",
      dangerous: true,
      run: () =>
        confirm({
          title: `Withdraw the invitation for ${email}?`,
          body: "Their link stops working immediately.",
          action: "Withdraw invitation",
          dangerous: true,
          run: () => change(withdrawMemberInvitation(accountId, id), () => `Withdrew the invitation for ${email}.`),
        }),
    },
  ];
}
