import { Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { NAME_MAX } from "tributary-sdk/limits";
import { ApiFailure } from "../api/failure.ts";
import { NewPassword, newPasswordProblem } from "../session/new-password.tsx";
import { FormActions } from "../ui/form/form-actions.tsx";
import { useSubmit } from "../ui/form/submit.ts";
import type { Accept, Invited } from "./invitation.ts";

interface RegisterFormProps {
  readonly invited: Invited;
  readonly accept: Accept;
  /** Called if the address already has an account. */
  readonly onKnown: (why: string) => void;
}

/** The email address is fixed to the invited one. */
export function RegisterForm({ invited, accept, onKnown }: RegisterFormProps): ReactNode {
  const form = useForm({
    initialValues: { name: "", password: "" },
    validate: {
      name: (value) => (value.trim() === "" ? "Enter your name." : null),
      password: newPasswordProblem,
    },
  });
  const { submit, busy, problem } = useSubmit({ form, leaves: true }, async (values) => {
    try {
      await accept(values);
    } catch (error) {
      if (!(error instanceof ApiFailure && error.code === "invitation_needs_sign_in")) throw error;
      onKnown(error.message);
    }
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput label="Email" type="email" value={invited.email} readOnly autoComplete="username" />
        <TextInput
          label="Your name"
          description={`Visible to ${invited.by}.`}
          autoComplete="name"
          maxLength={NAME_MAX}
          {...form.getInputProps("name")}
        />
        <NewPassword label="Password" {...form.getInputProps("password")} />
        <FormActions problem={problem} busy={busy} fullWidth>
          Join
        </FormActions>
        <Text size="xs" c="dimmed">
          Not interested? Just ignore this invitation.
        </Text>
      </Stack>
    </form>
  );
}
