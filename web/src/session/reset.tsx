import { Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { resetPassword } from "../api/session.ts";
import { NewPassword, newPasswordProblem } from "./new-password.tsx";
import { FormActions } from "../ui/form/form-actions.tsx";
import { useSubmit } from "../ui/form/submit.ts";
import { AnchorLink, ButtonLink } from "../ui/link.tsx";
import { SignedOutFrame } from "./signed-out-frame.tsx";

/** Opened from the password reset email. */
export function ResetPage(): ReactNode {
  const { token } = useParams({ from: "/reset/$token" });
  const queryClient = useQueryClient();
  const [done, setDone] = useState(false);
  const form = useForm({
    initialValues: { password: "" },
    validate: { password: newPasswordProblem },
  });
  const { submit, busy, problem } = useSubmit({ form, leaves: true }, async (values) => {
    await resetPassword(token, values);
    // The reset has ended this session too.
    queryClient.clear();
    setDone(true);
  });
  if (done)
    return (
      <SignedOutFrame title="Password changed" note="You are signed out everywhere. Sign in with your new password.">
        <ButtonLink to="/signin">Sign in</ButtonLink>
      </SignedOutFrame>
    );
  return (
    <SignedOutFrame title="Choose a new password" note="You will be signed out everywhere.">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <NewPassword label="New password" {...form.getInputProps("password")} />
          <FormActions problem={problem} busy={busy} fullWidth>
            Change password
          </FormActions>
          <Text size="sm" c="dimmed">
            Link expired?{" "}
            <AnchorLink to="/signin" search={{ forgot: "yes" }} underline="always">
              Request a new one
            </AnchorLink>
          </Text>
        </Stack>
      </form>
    </SignedOutFrame>
  );
}
