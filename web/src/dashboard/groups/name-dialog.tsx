import { Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import type { GroupRow } from "tributary-sdk/pages";
import { NAME_MAX } from "tributary-sdk/limits";
import { createGroup, updateGroup } from "../../api/plans.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { useAccount, useChange } from "../shared/account.ts";

interface NameDialogProps {
  readonly campaignId: string;
  /** undefined: a new one. */
  readonly group: GroupRow | undefined;
  readonly onClose: () => void;
}

/** Creates or renames a group. */
export function NameDialog({ campaignId, group, onClose }: NameDialogProps): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const form = useForm({
    initialValues: { name: group?.name ?? "" },
    validate: { name: (name) => (name.trim() === "" ? "Enter a name." : null) },
  });
  const { submit, busy, problem } = useSubmit(
    { form, leaves: true, fields: { group_name_taken: ["name"] } },
    async (values) => {
      const name = values.name.trim();
      if (group)
        await change(updateGroup(accountId, { campaignId, groupId: group.id }, { name }), () => `Renamed to ${name}.`);
      else
        await change(
          createGroup(accountId, campaignId, { name }),
          () => `Created ${name}. Now move affiliates into it.`,
        );
      onClose();
    },
  );
  return (
    <Dialog opened onClose={onClose} title={group ? `Rename ${group.name}` : "Create group"} size="sm">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name"
            description="Only your team sees it."
            placeholder="VIP"
            maxLength={NAME_MAX}
            data-autofocus
            {...form.getInputProps("name")}
          />
          <FormActions problem={problem} busy={busy} inDialog onCancel={onClose}>
            {group ? "Rename group" : "Create group"}
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  );
}
