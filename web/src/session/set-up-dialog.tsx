import { Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState, type ReactNode } from "react";
import type { SetUpAnswer } from "tributary-sdk/pages";
import { beginSetUp, confirmSetUp } from "../api/session.ts";
import { CodeBlock } from "../ui/copy.tsx";
import { FormActions } from "../ui/form/form-actions.tsx";
import { QrPicture } from "../ui/qr-code.tsx";
import { useSubmit } from "../ui/form/submit.ts";
import { CodeField } from "./code-field.tsx";

interface SetUpDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onDone: (recoveryCodes: readonly string[]) => Promise<void>;
}

/** Leaving it half-way changes nothing: the second factor is on when a code has shown that the app has the secret. */
export function SetUpDialog({ opened, onClose, onDone }: SetUpDialogProps): ReactNode {
  return (
    <Modal opened={opened} onClose={onClose} title="Turn on the second factor" size="md" closeOnClickOutside={false}>
      <SetUp onClose={onClose} onDone={onDone} />
    </Modal>
  );
}

type SetUpProps = Pick<SetUpDialogProps, "onClose" | "onDone">;

function SetUp({ onClose, onDone }: SetUpProps): ReactNode {
  const [begun, setBegun] = useState<SetUpAnswer>();
  return begun ? (
    <Confirm begun={begun} onClose={onClose} onDone={onDone} />
  ) : (
    <Begin onClose={onClose} onBegun={setBegun} />
  );
}

function Begin({ onClose, onBegun }: { onClose: () => void; onBegun: (begun: SetUpAnswer) => void }): ReactNode {
  const form = useForm({
    initialValues: { password: "" },
    validate: { password: (value) => (value === "" ? "Your password." : null) },
  });
  const fields = { wrong_password: ["password"] } as const;
  const { submit, busy, problem } = useSubmit({ form, leaves: true, fields }, async (values) => {
    onBegun(await beginSetUp(values));
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          You need an authenticator app on your phone, such as the one of your password manager. Your other sessions end
          when it is on.
        </Text>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps("password")}
        />
        <FormActions problem={problem} busy={busy} inDialog onCancel={onClose}>
          Go on
        </FormActions>
      </Stack>
    </form>
  );
}

function Confirm({ begun, onClose, onDone }: SetUpProps & { begun: SetUpAnswer }): ReactNode {
  const form = useForm({
    initialValues: { code: "" },
    validate: { code: (value) => (value.trim() === "" ? "The code from the app." : null) },
  });
  // No recovery code exists yet, so the service's own sentence would lead astray.
  const wrong = "The code is wrong. Wait for the next one, and check the phone's clock.";
  const fields = { wrong_second_factor: ["code", wrong] } as const;
  const { submit, busy, problem } = useSubmit({ form, leaves: true, fields }, async (values) => {
    await onDone((await confirmSetUp(values)).recovery_codes);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">Scan this with the app, or type the secret into it. It is shown only now.</Text>
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
