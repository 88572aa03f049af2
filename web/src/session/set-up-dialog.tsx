import { PasswordInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState, type ReactNode } from "react";
import type { SetUpResponse } from "tributary-sdk/pages";
import { beginSetUp, confirmSetUp } from "../api/session.ts";
import { CodeBlock } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { FormActions } from "../ui/form/form-actions.tsx";
import { QrPicture } from "../ui/qr-code.tsx";
import { useSubmit } from "../ui/form/submit.ts";
import { CodeField } from "./code-field.tsx";

interface SetUpDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onDone: (recoveryCodes: readonly string[]) => Promise<void>;
}

/** Nothing changes until a code proves that the app has the secret. */
export function SetUpDialog({ opened, onClose, onDone }: SetUpDialogProps): ReactNode {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Turn on two-factor authentication"
      size="md"
      closeOnClickOutside={false}
    >
      <SetUp onClose={onClose} onDone={onDone} />
    </Dialog>
  );
}

type SetUpProps = Pick<SetUpDialogProps, "onClose" | "onDone">;

function SetUp({ onClose, onDone }: SetUpProps): ReactNode {
  const [begun, setBegun] = useState<SetUpResponse>();
  return begun ? (
    <Confirm begun={begun} onClose={onClose} onDone={onDone} />
  ) : (
    <Begin onClose={onClose} onBegun={setBegun} />
  );
}

function Begin({ onClose, onBegun }: { onClose: () => void; onBegun: (begun: SetUpResponse) => void }): ReactNode {
  const form = useForm({
    initialValues: { password: "" },
    validate: { password: (value) => (value === "" ? "Enter your password." : null) },
  });
  const fields = { wrong_password: ["password"] } as const;
  const { submit, busy, problem } = useSubmit({ form, leaves: true, fields }, async (values) => {
    onBegun(await beginSetUp(values));
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          You need an authenticator app on your phone, such as your password manager. Turning it on signs you out
          everywhere else.
        </Text>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps("password")}
        />
        <FormActions problem={problem} busy={busy} inDialog onCancel={onClose}>
          Continue
        </FormActions>
      </Stack>
    </form>
  );
}

function Confirm({ begun, onClose, onDone }: SetUpProps & { begun: SetUpResponse }): ReactNode {
  const form = useForm({
    initialValues: { code: "" },
    validate: { code: (value) => (value.trim() === "" ? "Enter the code from the app." : null) },
  });
  // The server's error mentions recovery codes, which do not exist yet.
  const wrong = "Wrong code. Wait for the next one and check your phone's clock.";
  const fields = { wrong_second_factor: ["code", wrong] } as const;
  const { submit, busy, problem } = useSubmit({ form, leaves: true, fields }, async (values) => {
    await onDone((await confirmSetUp(values)).recovery_codes);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">Scan this code with the app, or enter the secret manually. You won't see it again.</Text>
        <QrPicture text={begun.otpauth_url} label="QR code for the authenticator app" />
        <CodeBlock code={begun.secret} label="secret" wrap />
        <CodeField kind="app" data-autofocus {...form.getInputProps("code")} />
        <FormActions problem={problem} busy={busy} inDialog onCancel={onClose}>
          Turn on
        </FormActions>
      </Stack>
    </form>
  );
}
