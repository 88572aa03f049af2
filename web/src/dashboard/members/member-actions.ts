import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { MemberRow } from "tributary-sdk/pages";
import { leaveAccount, removeMember } from "../../api/members.ts";
import { personQuery } from "../../api/session.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { notifyDone } from "../../ui/notice/notify.ts";
import type { RowAction } from "../../ui/table/row-menu.tsx";
import { useAccount, useChange } from "../shared/account.ts";

/** Owners can change every member; other members can only leave. */
export function useMemberActions(onChangeRole: (row: MemberRow) => void): (row: MemberRow) => RowAction[] {
  const { id: accountId, isOwner } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  const leave = useLeave();
  const remove = (row: MemberRow): void =>
    confirm({
      title: `Remove ${row.name}?`,
      body: removalOf(row),
      action: "Remove member",
      dangerous: true,
      run: () => change(removeMember(accountId, row.user_id), () => `Removed ${row.name} from the account.`),
    });
  return (row) => [
    ...(isOwner ? [{ label: "Change role", run: () => onChangeRole(row) }] : []),
    ...(isOwner && !row.you ? [{ label: "Remove member", dangerous: true, run: () => remove(row) }] : []),
    ...(row.you ? [{ label: "Leave account", dangerous: true, run: leave }] : []),
  ];
}

/** Keys and secrets that an owner has seen stay valid after the removal. */
const removalOf = ({ role }: MemberRow): string =>
  role === "owner"
    ? "They lose access immediately, and invitations they sent stop working. API keys and signing secrets stay valid. Replace the ones they know."
    : "They lose access immediately. Their past activity is kept. You can invite them again.";

function useLeave(): () => void {
  const { id: accountId, name } = useAccount();
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return () =>
    confirm({
      title: `Leave ${name}?`,
      body: "You lose access immediately. Only an owner can invite you again.",
      action: "Leave account",
      dangerous: true,
      run: async () => {
        await leaveAccount(accountId);
        await queryClient.fetchQuery({ ...personQuery, staleTime: 0 });
        notifyDone(`You have left ${name}.`);
        await navigate({ to: "/", replace: true });
      },
    });
}
