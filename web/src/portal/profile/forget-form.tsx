import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { useState, type FormEvent, type ReactNode } from "react";
import { ApiFailure, messageOf } from "../../api/failure.ts";
import { changeProfile, portalKey } from "../../api/portal.ts";
import { useChangeOf } from "../../ui/notice/change.ts";

/** Removing the account for payouts needs the password like changing it does. */
export function ForgetForm({ onDone }: { onDone: () => void }): ReactNode {
  const change = useChangeOf(portalKey());
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const forget = async (): Promise<void> => {
    setBusy(true);
    try {
      await change(
        changeProfile({ payout_details: null, password }),
        () => "Removed. Nobody can pay you until you add new ones.",
      );
      onDone();
    } catch (error) {
      const wrong = error instanceof ApiFailure && error.code === "wrong_password";
      setProblem(wrong ? "The password is wrong." : messageOf(error));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void forget();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md" maw={440}>
        <Text size="sm">Without payout details merchants cannot pay you. What you have earned stays.</Text>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={problem}
        />
        <Group gap="sm">
          <Button type="submit" color="red.9" loading={busy} disabled={password === ""}>
            Remove payout details
          </Button>
          <Button variant="default" onClick={onDone} disabled={busy}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
