import { Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { askForReset, signUpQuery } from "../api/session.ts";
import { FormActions } from "../ui/form/form-actions.tsx";
import { useSubmit } from "../ui/form/submit.ts";
import { AnchorLink } from "../ui/link.tsx";
import { SignedOutFrame } from "./signed-out-frame.tsx";

/** The response does not reveal whether the address has an account. */
export function Forgot(): ReactNode {
  const [sent, setSent] = useState(false);
  const mailIsSent = useQuery(signUpQuery).data?.mail_is_sent;
  const form = useForm({
    initialValues: { email: "" },
    validate: { email: (value) => (value.includes("@") ? null : "Enter your email address.") },
  });
  const { submit, busy, problem } = useSubmit({ form, leaves: true }, async (values) => {
    await askForReset(values);
    setSent(true);
  });
  const back = (
    <Text size="sm">
      <AnchorLink to="/signin" search={{}} underline="always">
        Back to sign in
      </AnchorLink>
    </Text>
  );
  if (mailIsSent === false)
    return (
      <SignedOutFrame
        title="Forgot your password?"
        note="Email isn't set up on this server. Ask its operator for a new password."
      >
        {back}
      </SignedOutFrame>
    );
  if (sent)
    return (
      <SignedOutFrame
        title="Check your email"
        note={`If ${form.values.email} has an account, we sent a link to it. The link works for an hour.`}
      >
        {back}
      </SignedOutFrame>
    );
  return (
    <SignedOutFrame title="Forgot your password?" note="We'll email you a link to choose a new one.">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps("email")} />
          <FormActions problem={problem} busy={busy} fullWidth>
            Send reset link
          </FormActions>
          {back}
        </Stack>
      </form>
    </SignedOutFrame>
  );
}
