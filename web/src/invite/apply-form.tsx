import { Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { APPLICATION_NOTE_MAX, AUDIENCE_MAX, EMAIL_MAX, NAME_MAX, WEBSITE_MAX } from "tributary-sdk/limits";
import type { ApplyBody, PersonResponse, PortalApplicationPageResponse } from "tributary-sdk/pages";
import { NewPassword, newPasswordProblem } from "../session/new-password.tsx";
import { FormActions } from "../ui/form/form-actions.tsx";
import { useSubmit } from "../ui/form/submit.ts";

interface ApplyFormProps {
  readonly page: PortalApplicationPageResponse["page"];
  /** undefined when signed out. */
  readonly person: PersonResponse | undefined;
  readonly action: string;
  readonly onSend: (body: ApplyBody) => Promise<void>;
}

export function ApplyForm({ page, person, action, onSend }: ApplyFormProps): ReactNode {
  const signedOut = person === undefined;
  const merchant = page.merchant.name;
  const form = useForm({
    initialValues: { name: "", email: "", website: "", audience: "", note: "", password: "" },
    validate: {
      name: (value) => (signedOut && value.trim() === "" ? "Enter your name." : null),
      email: (value) => (signedOut && !value.includes("@") ? "Enter your email address." : null),
      website: (value) => (value.trim() === "" ? "Enter your website or profile." : null),
      password: (value) => (signedOut && page.mail_is_sent ? newPasswordProblem(value) : null),
    },
  });
  const ended = "Your session has ended. Fill in your details to continue.";
  const fields = { not_signed_in: ["name", ended] } as const;
  const { submit, busy, problem } = useSubmit({ form, fields }, ({ name, email, password, ...about }) =>
    onSend(signedOut ? { name, email, ...about, ...(page.mail_is_sent ? { password } : {}) } : about),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {person ? (
          <TextInput
            label="Applying as"
            value={`${person.user.name} (${person.user.email})`}
            readOnly
            autoComplete="off"
          />
        ) : (
          <>
            <TextInput
              label="Your name"
              description={`Visible to ${merchant}.`}
              autoComplete="name"
              maxLength={NAME_MAX}
              {...form.getInputProps("name")}
            />
            <TextInput
              label="Email"
              type="email"
              autoComplete="username"
              maxLength={EMAIL_MAX}
              {...form.getInputProps("email")}
            />
          </>
        )}
        <TextInput
          label="Website or profile"
          description="Where you would share your link."
          placeholder="example.com"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={WEBSITE_MAX}
          {...form.getInputProps("website")}
        />
        <TextInput
          label="Audience (optional)"
          description="Who follows you, and how many."
          maxLength={AUDIENCE_MAX}
          {...form.getInputProps("audience")}
        />
        <Textarea
          label="Note (optional)"
          description={`Anything that helps ${merchant} decide.`}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={APPLICATION_NOTE_MAX}
          {...form.getInputProps("note")}
        />
        {signedOut && page.mail_is_sent && <NewPassword label="Password" {...form.getInputProps("password")} />}
        <FormActions problem={problem} busy={busy} fullWidth>
          {action}
        </FormActions>
        {signedOut && (
          <Text size="xs" c="dimmed">
            {page.mail_is_sent
              ? "We'll email you a code to verify your address."
              : `${merchant} sees what you enter. It is deleted after 90 days if you do not join.`}
          </Text>
        )}
      </Stack>
    </form>
  );
}
