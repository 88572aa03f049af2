import { useState, type ReactNode } from "react";
import type { InvitedMemberResponse, MemberInvitationRow } from "tributary-sdk/pages";
import { sentenceCase } from "../../format/sentence-case.ts";
import { csvHref } from "../../api/account.ts";
import { given } from "../../format/without-undefined.ts";
import { memberInvitationsQuery, renewMemberInvitation, withdrawMemberInvitation } from "../../api/members.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { actionsColumn, badgeColumn, sortable, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { RowMenu, type RowAction } from "../../ui/table/row-menu.tsx";
import { Section } from "../../ui/section.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { invitationTones } from "../../words/tones.ts";
import { InvitedMember } from "./invited-member.tsx";
import type { MembersProps } from "./search.ts";

/** Pending invitations, and expired ones that can be renewed. */
export function MemberInvitations({ filter, onFilter }: MembersProps): ReactNode {
  const { id: accountId } = useAccount();
  const { invitation_sort: sort, invitation_offset } = filter;
  const [renewed, setRenewed] = useState<InvitedMemberResponse>();
  const query = useList(memberInvitationsQuery(accountId, given({ sort, offset: invitation_offset })));
  const columns = useColumns(setRenewed);
  // Keeps the page of the members above.
  const change: MembersProps["onFilter"] = (changes, step) => onFilter({ offset: filter.offset, ...changes }, step);
  const close = (): void => setRenewed(undefined);
  return (
    <Section title="Pending invitations">
      <Listed
        label="Pending invitations"
        query={query}
        columns={columns}
        rows={query.data?.member_invitations}
        empty="No pending invitations."
        sorting={sortingOf(sort, ({ sort: next }) => change({ invitation_sort: next, invitation_offset: undefined }))}
        onOffset={(offset, step) => change({ invitation_offset: offset }, step)}
        csvHref={csvHref(accountId, "member-invitations", {})}
      />
      <Dialog opened={renewed !== undefined} onClose={close} title="New link" closeOnClickOutside={false}>
        {renewed && <InvitedMember invited={renewed} onClose={close} />}
      </Dialog>
    </Section>
  );
}

function useColumns(onRenewed: (invited: InvitedMemberResponse) => void): readonly Column<MemberInvitationRow>[] {
  const actionsOf = useInvitationActions(onRenewed);
  return [
    { id: "email", header: "Email", sort: "email", cell: (row) => row.email },
    { id: "role", header: "Role", sort: "role", cell: (row) => sentenceCase(row.role) },
    badgeColumn("state", "Status", ({ state }) => [invitationTones[state], state]),
    { id: "by", header: "Invited by", cell: (row) => row.invited_by },
    sortable(whenColumn("expires", "Expires", (row) => row.expires_at)),
    actionsColumn((row) => <RowMenu of={`the invitation for ${row.email}`} actions={actionsOf(row)} />),
  ];
}

function useInvitationActions(
  onRenewed: (invited: InvitedMemberResponse) => void,
): (row: MemberInvitationRow) => RowAction[] {
  const { id: accountId } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  // Until the list has been read again, it still has these.
  const [ended, setEnded] = useState<readonly string[]>([]);
  const actionsOf = ({ id, email }: MemberInvitationRow): RowAction[] => [
    {
      label: "Renew link",
      run: async () => {
        const renewed = await change(
          renewMemberInvitation(accountId, id),
          () => `Created a new link for ${email}. The old one no longer works.`,
        );
        setEnded((ids) => [...ids, id]);
        onRenewed(renewed);
      },
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
          run: async () => {
            await change(withdrawMemberInvitation(accountId, id), () => `Withdrew the invitation for ${email}.`);
            setEnded((ids) => [...ids, id]);
          },
        }),
    },
  ];
  return (row) => (ended.includes(row.id) ? [] : actionsOf(row));
}
