import { Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { NAME_MAX } from "tributary-sdk/limits";
import { accountKey } from "../../api/account.ts";
import { renameAccount } from "../../api/members.ts";
import { personQuery } from "../../api/session.ts";
import { createTestAccount } from "../../api/test-mode.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { notifyDone } from "../../ui/notice/notify.ts";

interface AccountDialogProps {
  /** The account in the page's URL. */
  readonly liveId: string;
  /** The test account to rename; without it, one is created. */
  readonly account?: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** Creates or renames a test account. */
export function AccountDialog({ liveId, account, onClose }: AccountDialogProps): ReactNode {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: account?.name ?? "" },
    validate: { name: (name) => (account && name.trim() === "" ? "Enter a name." : null) },
  });
  const fields = { test_account_name_taken: ["name"] } as const;
  const { submit, busy, problem } = useSubmit({ form, leaves: true, fields }, async (values) => {
    const name = values.name.trim();
    if (account) {
      await renameAccount(account.id, { name });
      notifyDone(`Renamed to ${name}.`);
    } else {
      const created = await createTestAccount(liveId, name === "" ? {} : { name });
      notifyDone(`Created ${created.test_account.name}. Open it to create its API key.`);
    }
    // The switch at the top lists them.
    await queryClient.invalidateQueries(personQuery);
    await queryClient.invalidateQueries({ queryKey: accountKey(liveId) });
    onClose();
  });
  return (
    <Dialog opened onClose={onClose} title={account ? `Rename ${account.name}` : "Create test account"} size="sm">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name"
            description={account ? undefined : "Such as “ci-1”. Leave it empty for a numbered name."}
            maxLength={NAME_MAX}
            data-autofocus
            {...form.getInputProps("name")}
          />
          <FormActions problem={problem} busy={busy} inDialog onCancel={onClose}>
            {account ? "Rename test account" : "Create test account"}
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  );
}
