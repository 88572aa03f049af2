import { PasswordInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState, type ReactNode } from "react";
import type { BothProofsBody } from "tributary-sdk/pages";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { FormActions } from "../ui/form/form-actions.tsx";
import { useSubmit } from "../ui/form/submit.ts";
import { CodeField, type CodeKind } from "./code-field.tsx";

interface ProofsDialogProps extends ProofsFormProps {
  readonly opened: boolean;
  readonly title: string;
}

/** Asks for the password and a code again, so that an unattended session is not enough. */
export function ProofsDialog({ opened, title, ...form }: ProofsDialogProps): ReactNode {
  return (
    <Dialog opened={opened} onClose={form.onClose} title={title} size="md">
      <ProofsForm {...form} />
    </Dialog>
  );
}

interface ProofsFormProps {
  readonly text: string;
  readonly action: string;
  readonly dangerous?: boolean;
  readonly onClose: () => void;
  readonly run: (proofs: BothProofsBody) => Promise<void>;
}

function ProofsForm({ text, action, dangerous, onClose, run }: ProofsFormProps): ReactNode {
  const [kind, setKind] = useState<CodeKind>("app");
  const form = useForm<BothProofsBody>({
    initialValues: { password: "", code: "" },
    validate: {
      password: (value) => (value === "" ? "Enter your password." : null),
      code: (value) => (value.trim() === "" ? "Enter the code." : null),
    },
  });
  const fields = { wrong_password: ["password"], wrong_second_factor: ["code"] } as const;
  const { submit, busy, problem } = useSubmit({ form, leaves: true, fields }, run);
  const change = (next: CodeKind): void => {
    setKind(next);
    form.setFieldValue("code", "");
    form.clearFieldError("code");
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps("password")}
        />
        <CodeField kind={kind} onKind={change} {...form.getInputProps("code")} />
        <FormActions
          problem={problem}
          busy={busy}
          inDialog
          onCancel={onClose}
          color={dangerous === true ? "red.9" : "teal"}
        >
          {action}
        </FormActions>
      </Stack>
    </form>
  );
}
