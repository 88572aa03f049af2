import { Anchor, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect, useRef, type ReactNode } from "react";
import { EMAIL_CODE_MAX } from "tributary-sdk/limits";
import { FormActions } from "../ui/form/form-actions.tsx";
import { useSubmit } from "../ui/form/submit.ts";

interface CodeFormProps {
  readonly email: string;
  /** What the code is for: `to create your account`. */
  readonly purpose: string;
  readonly action: string;
  readonly onCode: (code: string) => Promise<void>;
  readonly onBack: () => void;
}

/** Asks for the code from an email, which proves the address. */
export function CodeForm({ email, purpose, action, onCode, onBack }: CodeFormProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const form = useForm({
    initialValues: { code: "" },
    validate: { code: (value) => (value.trim() === "" ? "Enter the code from the email." : null) },
  });
  const fields = { wrong_code: ["code"] } as const;
  const { submit, busy, problem } = useSubmit({ form, leaves: true, fields }, ({ code }) => onCode(code));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" className="breakable">
          We sent an email to {email}. Enter the code from it {purpose}.
        </Text>
        <TextInput
          ref={field}
          label="Code"
          description="Eight digits, valid for an hour."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={EMAIL_CODE_MAX}
          {...form.getInputProps("code")}
        />
        <FormActions problem={problem} busy={busy} fullWidth>
          {action}
        </FormActions>
        <Text size="sm">
          <Anchor component="button" type="button" size="sm" underline="always" onClick={onBack}>
            No email? Start over
          </Anchor>
        </Text>
      </Stack>
    </form>
  );
}
