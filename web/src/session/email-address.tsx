import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { messageOf } from "../api/failure.ts";
import { portalKey } from "../api/portal.ts";
import { confirmAddress, personQuery, sendAddressCode } from "../api/session.ts";
import { ActionButton } from "../ui/action-button.tsx";
import { FormProblem } from "../ui/form/form-problem.tsx";
import { notifyDone } from "../ui/notice/notify.ts";
import { StatusBadge } from "../ui/status-badge.tsx";

interface Address {
  readonly email: string;
  readonly email_verified: boolean;
  readonly mail_is_sent: boolean;
}

/** The address cannot be changed. If the server sends email, a code verifies it. */
export function EmailAddress({ address }: { address: Address }): ReactNode {
  const [sent, setSent] = useState(false);
  const canVerify = address.mail_is_sent && !address.email_verified;
  const send = async (): Promise<void> => {
    await sendAddressCode();
    notifyDone(`We sent a code to ${address.email}.`);
    setSent(true);
  };
  return (
    <Stack gap="sm">
      <Stack gap={2}>
        <Text size="sm" fw={600}>
          Email
        </Text>
        <Group gap="sm">
          <Text size="sm" className="breakable">
            {address.email}
          </Text>
          {address.email_verified && <StatusBadge tone="good">verified</StatusBadge>}
          {canVerify && <StatusBadge tone="waiting">not verified</StatusBadge>}
        </Group>
      </Stack>
      {canVerify && (
        <Group>
          <ActionButton variant="default" run={send}>
            {sent ? "Send another code" : "Send verification code"}
          </ActionButton>
        </Group>
      )}
      {canVerify && sent && <CodeForm />}
    </Stack>
  );
}

function CodeForm(): ReactNode {
  const queryClient = useQueryClient();
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const confirm = async (): Promise<void> => {
    try {
      await confirmAddress({ code });
      notifyDone("Your email address is verified.");
      void queryClient.invalidateQueries(personQuery);
      void queryClient.invalidateQueries({ queryKey: portalKey() });
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
            label="Code from the email"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" disabled={code.trim() === ""}>
            Verify email
          </Button>
        </Group>
        <FormProblem text={problem} />
      </Stack>
    </form>
  );
}
