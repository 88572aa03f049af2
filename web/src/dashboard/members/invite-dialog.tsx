import { Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState, type ReactNode } from "react";
import type { InvitedMemberResponse, Role } from "tributary-sdk/pages";
import { inviteMember } from "../../api/members.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { useAccount, useChange } from "../shared/account.ts";
import { InvitedMember } from "./invited-member.tsx";
import { RoleField } from "./role-field.tsx";

/** The server stores only a hash of the link, so it is shown only once. */
export function InviteDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [invited, setInvited] = useState<InvitedMemberResponse>();
  return (
    <Dialog
      opened
      onClose={onClose}
      title={invited ? "Invitation" : "Invite member"}
      closeOnClickOutside={invited === undefined}
      closeOnEscape={invited === undefined}
    >
      {invited ? <InvitedMember invited={invited} onClose={onClose} /> : <InviteForm onInvited={setInvited} />}
    </Dialog>
  );
}

function InviteForm({ onInvited }: { onInvited: (invited: InvitedMemberResponse) => void }): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const form = useForm<{ email: string; role: Role }>({
    initialValues: { email: "", role: "manager" },
    validate: { email: (value) => (value.includes("@") ? null : "Enter an email address.") },
  });
  const { submit, busy, problem } = useSubmit({ form, leaves: true }, async ({ email, role }) => {
    onInvited(await change(inviteMember(accountId, { email: email.trim(), role })));
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Email"
          description="Only this person can accept the invitation."
          type="email"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps("email")}
        />
        <RoleField value={form.values.role} onChange={(role) => form.setFieldValue("role", role)} />
        <Text size="sm" c="dimmed">
          You get a link to share. It is valid for 7 days and works once.
        </Text>
        <FormActions problem={problem} busy={busy} inDialog>
          Invite member
        </FormActions>
      </Stack>
    </form>
  );
}
