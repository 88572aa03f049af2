import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState, type FormEvent, type ReactNode } from "react";
import type { PortalProfileAnswer } from "tributary-sdk/pages";
import { messageOf } from "../../api/failure.ts";
import { confirmAddress, sendAddressCode } from "../../api/session.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import { FormProblem } from "../../ui/form-problem.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { usePortalChange } from "../change.ts";

type Profile = PortalProfileAnswer["profile"];

/** The address is the person's door and stays; where mail is sent, a code shows that it is theirs. */
export function EmailAddress({ profile }: { profile: Profile }): ReactNode {
  const [sent, setSent] = useState(false);
  const change = usePortalChange();
  const canVerify = profile.mail_is_sent && !profile.email_verified;
  const send = async (): Promise<void> => {
    await change(sendAddressCode(), () => `A code is on its way to ${profile.email}.`);
    setSent(true);
  };
  return (
    <Stack gap="sm">
      <Stack gap={2}>
        <Text size="sm" fw={600}>
          E-mail
        </Text>
        <Group gap="sm">
          <Text size="sm" className="breakable">
            {profile.email}
          </Text>
          {profile.email_verified && <StatusBadge tone="good">verified</StatusBadge>}
          {canVerify && <StatusBadge tone="waiting">not verified</StatusBadge>}
        </Group>
      </Stack>
      {canVerify && (
        <Group>
          <ActionButton variant="default" run={send}>
            {sent ? "Send another code" : "Send me a code"}
          </ActionButton>
        </Group>
      )}
      {canVerify && sent && <CodeForm />}
    </Stack>
  );
}

function CodeForm(): ReactNode {
  const change = usePortalChange();
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const confirm = async (): Promise<void> => {
    try {
      await change(confirmAddress({ code }), () => "Your e-mail address is verified.");
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void confirm();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Code from the mail"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" disabled={code.trim() === ""}>
            Verify
          </Button>
        </Group>
        <FormProblem text={problem} />
      </Stack>
    </form>
  );
}
