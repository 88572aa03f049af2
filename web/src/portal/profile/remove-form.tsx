import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { useState, type FormEvent, type ReactNode } from "react";
import { ApiFailure, messageOf } from "../../api/failure.ts";
import { changeProfile, portalKey } from "../../api/portal.ts";
import { worldPath } from "../../api/world.ts";
import { FormProblem } from "../../ui/form/form-problem.tsx";
import { useChangeOf } from "../../ui/notice/change.ts";

/** Test people have none. */
const needsPassword = worldPath === "";

/** Asks for the password, like changing the payout details does. */
export function RemoveForm({ onDone }: { onDone: () => void }): ReactNode {
  const change = useChangeOf(portalKey());
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await change(
        changeProfile({ payout_details: null, ...(password === "" ? {} : { password }) }),
        () => "Payout details removed. Add new ones to get paid.",
      );
      onDone();
    } catch (error) {
      const wrong = error instanceof ApiFailure && error.code === "wrong_password";
      setProblem(wrong ? "Wrong password." : messageOf(error));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void remove();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md" maw={440}>
        <Text size="sm">Merchants cannot pay you without payout details. You keep what you have earned.</Text>
        {needsPassword ? (
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={problem}
          />
        ) : (
          <FormProblem text={problem} />
        )}
        <Group gap="sm">
          <Button type="submit" color="red.9" loading={busy} disabled={needsPassword && password === ""}>
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
