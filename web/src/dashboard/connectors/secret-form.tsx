import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconCheck } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { CONNECTOR_SECRET_MAX } from "tributary-sdk/limits";
import type { ConnectorRow } from "tributary-sdk/pages";
import type { ProviderName } from "tributary-sdk/words";
import { setConnectorSecret } from "../../api/connectors.ts";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { senderOf } from "../../words/connectors.ts";
import { useAccount, useChange } from "../shared/account.ts";

const examples: Readonly<Partial<Record<ProviderName, string>>> = { stripe: "whsec_…", paddle: "pdl_ntfset_…" };

/** Saves the provider's secret. Nobody can read it afterwards, so a saved one is only confirmed. */
export function SecretForm({ connector }: { connector: ConnectorRow }): ReactNode {
  const [again, setAgain] = useState(false);
  if (connector.has_secret && !again)
    return (
      <Group gap="xs">
        <Group gap={6} component="output">
          <IconCheck size={16} stroke={2.5} aria-hidden />
          <Text size="sm" fw={500}>
            Secret saved
          </Text>
        </Group>
        <Button size="compact-sm" variant="default" onClick={() => setAgain(true)}>
          Paste another secret
        </Button>
      </Group>
    );
  return <PasteForm connector={connector} onSaved={() => setAgain(false)} />;
}

function PasteForm({ connector, onSaved }: { connector: ConnectorRow; onSaved: () => void }): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const { provider } = connector;
  const example = examples[provider];
  const form = useForm({
    initialValues: { secret: "" },
    validate: { secret: (secret) => problemOf(provider, secret.trim()) },
  });
  const { submit, busy, problem } = useSubmit({ form }, async ({ secret }) => {
    await change(setConnectorSecret(accountId, connector.id, { secret: secret.trim() }), () => "Secret saved.");
    form.reset();
    onSaved();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" maw={480}>
        <PasswordInput
          label={`Secret from ${senderOf(provider)}`}
          description={connector.has_secret ? "The old secret stays valid for 24 hours." : undefined}
          placeholder={example}
          autoComplete="off"
          maxLength={CONNECTOR_SECRET_MAX}
          visibilityToggleButtonProps={{ "aria-label": "Show secret" }}
          {...form.getInputProps("secret")}
        />
        <FormActions problem={problem} busy={busy}>
          Save secret
        </FormActions>
      </Stack>
    </form>
  );
}

const prefixes: Readonly<Partial<Record<ProviderName, string>>> = { stripe: "whsec_", paddle: "pdl_ntfset_" };

/** Catches the wrong key from the provider's pages, such as an API key. */
function problemOf(provider: ProviderName, secret: string): string | null {
  if (secret === "") return `Paste the secret from ${senderOf(provider)}.`;
  const prefix = prefixes[provider];
  return prefix === undefined || secret.startsWith(prefix)
    ? null
    : `This is a different key. The secret starts with ${prefix}.`;
}
