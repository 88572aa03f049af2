import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PASSWORD_MIN } from "tributary-sdk/limits";
import { changePassword, sessionsQuery } from "../api/session.ts";
import { FormProblem } from "../ui/form/form-problem.tsx";
import { notifyDone } from "../ui/notice/notify.ts";
import { useSubmit } from "../ui/form/submit.ts";

export function PasswordForm(): ReactNode {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { current_password: "", new_password: "" },
    validate: {
      current_password: (value) => (value === "" ? "Your password until now." : null),
      new_password: (value) => (value.length < PASSWORD_MIN ? `At least ${PASSWORD_MIN} characters.` : null),
    },
  });
  const fields = { wrong_password: ["current_password"] } as const;
  const { submit, busy, problem } = useSubmit({ form, fields }, async (values) => {
    await changePassword(values);
    form.reset();
    notifyDone("Your password has changed, and your other sessions have ended.");
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
        <PasswordInput
          label="New password"
          description={`At least ${PASSWORD_MIN} characters.`}
          autoComplete="new-password"
          {...form.getInputProps("new_password")}
        />
        <FormProblem text={problem} />
        <Group>
          <Button type="submit" loading={busy}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
