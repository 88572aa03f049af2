import { Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { NAME_MAX } from "tributary-sdk/limits";
import { renameAccount } from "../../api/members.ts";
import { personQuery } from "../../api/session.ts";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { useAccount, useChange } from "../shared/account.ts";

export function AccountNameForm(): ReactNode {
  const account = useAccount();
  const change = useChange();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: account.name },
    validate: { name: (value) => (value.trim() === "" ? `Enter a name of 1 to ${NAME_MAX} characters.` : null) },
  });
  const { submit, busy, problem } = useSubmit({ form }, async ({ name }) => {
    await change(
      renameAccount(account.id, { name: name.trim() }),
      (data) => `Saved. The account is now called ${data.account.name}.`,
    );
    // The name is shown on every page.
    void queryClient.invalidateQueries(personQuery);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={480}>
        <TextInput
          label="Account name"
          description="Visible to members, affiliates and people you invite."
          maxLength={NAME_MAX}
          {...form.getInputProps("name")}
        />
        <FormActions
          problem={problem}
          busy={busy}
          variant="default"
          disabled={form.values.name.trim() === account.name}
        >
          Rename account
        </FormActions>
      </Stack>
    </form>
  );
}
