import { Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState, type ReactNode } from "react";
import { NAME_MAX } from "tributary-sdk/limits";
import { createKey } from "../../api/developers.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { envFile, SecretDialog, type Secret } from "../../ui/dialog/secret-dialog.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { useAccount, useChange } from "./account.ts";

interface NewKeyProps {
  readonly onDone: () => void;
  readonly onCreated?: (key: string) => void;
}

/** Asks for a name, then shows the key once. */
export function NewKey({ onDone, onCreated: onKey }: NewKeyProps): ReactNode {
  const [secret, setSecret] = useState<Secret>();
  const isTest = useAccount().test !== null;
  const onCreated = (value: string): void => {
    onKey?.(value);
    setSecret({
      title: isTest ? "Your new test key" : "Your new API key",
      value,
      file: envFile("TRIBUTARY_KEY", value),
      help: `Send it with each API request in the header “Authorization: Bearer …”. It gives full access to this ${isTest ? "test account, and to nothing live" : "account"}.`,
    });
  };
  return (
    <>
      <Dialog opened={secret === undefined} onClose={onDone} title={isTest ? "Create test key" : "Create API key"}>
        <NameForm onCreated={onCreated} />
      </Dialog>
      <SecretDialog secret={secret} onStored={onDone} />
    </>
  );
}

function NameForm({ onCreated }: { onCreated: (secret: string) => void }): ReactNode {
  const { id: accountId, test } = useAccount();
  const change = useChange();
  const form = useForm({
    initialValues: { name: "" },
    validate: {
      name: (value) => (value.trim() === "" ? "Enter a name, so that you know which app uses the key." : null),
    },
  });
  const { submit, busy, problem } = useSubmit({ form, leaves: true }, async ({ name }) => {
    const { secret } = await change(createKey(accountId, { name: name.trim() }));
    onCreated(secret);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="The app that will use the key, such as “shop backend”."
          maxLength={NAME_MAX}
          data-autofocus
          {...form.getInputProps("name")}
        />
        <FormActions problem={problem} busy={busy} inDialog>
          {test ? "Create test key" : "Create API key"}
        </FormActions>
      </Stack>
    </form>
  );
}
