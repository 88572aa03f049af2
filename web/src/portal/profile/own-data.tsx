import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent, type ReactNode } from "react";
import { messageOf } from "../../api/failure.ts";
import { eraseAccount, ownDataHref } from "../../api/portal.ts";
import { personQuery } from "../../api/session.ts";
import { worldPath } from "../../api/world.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FormActions } from "../../ui/form/form-actions.tsx";

export function OwnData(): ReactNode {
  const [erasing, setErasing] = useState(false);
  return (
    <Stack gap="md">
      <Text size="sm" className="prose">
        Download everything we store about you in one file: profile, campaigns, conversions, claims and sessions.
      </Text>
      <Group gap="sm">
        <Button
          component="a"
          href={ownDataHref}
          download="my-data.json"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download my data
        </Button>
        {worldPath === "" && (
          <Button variant="default" c="var(--mantine-color-error)" onClick={() => setErasing(true)}>
            Delete my account
          </Button>
        )}
      </Group>
      <Dialog opened={erasing} onClose={() => setErasing(false)} title="Delete your account?">
        <EraseForm onCancel={() => setErasing(false)} />
      </Dialog>
    </Stack>
  );
}

function EraseForm({ onCancel }: { onCancel: () => void }): ReactNode {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const erase = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await eraseAccount({ password });
      queryClient.removeQueries({ queryKey: personQuery.queryKey });
      await navigate({ to: "/signin", search: {} });
      queryClient.clear();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void erase();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          This permanently deletes your name, email address and payout details, and removes you from all campaigns.
          Merchants can no longer pay you commission that is still due. They keep your conversions without your name.
        </Text>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          data-autofocus
        />
        <FormActions
          problem={problem}
          busy={busy}
          inDialog
          onCancel={onCancel}
          cancelLabel="Keep my account"
          color="red.9"
          disabled={password === ""}
        >
          Delete my account
        </FormActions>
      </Stack>
    </form>
  );
}
