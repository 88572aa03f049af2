import { PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { changePassword, sessionsQuery } from "../api/session.ts";
import { NewPassword, newPasswordProblem } from "./new-password.tsx";
import { FormActions } from "../ui/form/form-actions.tsx";
import { notifyDone } from "../ui/notice/notify.ts";
import { useSubmit } from "../ui/form/submit.ts";

export function PasswordForm(): ReactNode {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { current_password: "", new_password: "" },
    validate: {
      current_password: (value) => (value === "" ? "Enter your current password." : null),
      new_password: newPasswordProblem,
    },
  });
  const fields = { wrong_password: ["current_password"] } as const;
  const { submit, busy, problem } = useSubmit({ form, fields }, async (values) => {
    await changePassword(values);
    form.reset();
    notifyDone("Password changed. You are signed out everywhere else.");
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={360}>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          {...form.getInputProps("current_password")}
        />
        <NewPassword label="New password" {...form.getInputProps("new_password")} />
        <FormActions problem={problem} busy={busy}>
          Change password
        </FormActions>
      </Stack>
    </form>
  );
}
