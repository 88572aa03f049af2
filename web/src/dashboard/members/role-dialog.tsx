import { Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import type { MemberRow } from "tributary-sdk/pages";
import { messageOf } from "../../api/failure.ts";
import { changeRole } from "../../api/members.ts";
import { personQuery } from "../../api/session.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { RoleField } from "./role-field.tsx";

export function RoleDialog({ member, onClose }: { member: MemberRow; onClose: () => void }): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const queryClient = useQueryClient();
  const [role, setRole] = useState(member.role);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const save = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const whose = member.you ? "your role" : `the role of ${member.name}`;
      await change(changeRole(accountId, member.user_id, { role }), () => `Changed ${whose} to ${role}.`);
      // The pages show only what the signed-in member's role allows.
      if (member.you) await queryClient.fetchQuery({ ...personQuery, staleTime: 0 });
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  return (
    <Dialog opened onClose={onClose} title={member.you ? "Change your role" : `Change the role of ${member.name}`}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <RoleField value={role} onChange={setRole} />
          <FormActions problem={problem} busy={busy} inDialog onCancel={onClose} disabled={role === member.role}>
            Change role
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  );
}
