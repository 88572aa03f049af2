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
  /** The address has an account: its owner signs in. */
  readonly onKnown: (why: string) => void;
}

/** The address is the invited one and no other; a name and a password make the person. */
export function RegisterForm({ invited, accept, onKnown }: RegisterFormProps): ReactNode {
  const form = useForm({
    initialValues: { name: "", password: "" },
    validate: {
      name: (value) => (value.trim() === "" ? "Your name." : null),
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
        <TextInput label="E-mail" type="email" value={invited.email} readOnly autoComplete="username" />
        <TextInput
          label="Your name"
          description={`${invited.by} sees it.`}
          autoComplete="name"
          maxLength={NAME_MAX}
          {...form.getInputProps("name")}
        />
        <NewPassword label="Password" {...form.getInputProps("password")} />
        <FormActions problem={problem} busy={busy} fullWidth>
          Register and accept
        </FormActions>
        <Text size="xs" c="dimmed">
          If you do not want to take part, do nothing: nothing happens until you accept.
        </Text>
      </Stack>
    </form>
  );
}
