import { Button, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { ConnectorRow } from "tributary-sdk/pages";
import { rotateConnectorSecret } from "../../api/connectors.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { envFile, SecretDialog, type Secret } from "../../ui/dialog/secret-dialog.tsx";
import { Section } from "../../ui/section.tsx";
import { When } from "../../ui/when.tsx";
import { issuesSecret, senderOf } from "../../words/connectors.ts";
import { useAccount, useChange } from "../shared/account.ts";
import { SecretForm } from "./secret-form.tsx";

/** Replaces the secret: with the provider's, or with a new one of ours. Both are valid for a day. */
export function ConnectorSecret({ connector }: { connector: ConnectorRow }): ReactNode {
  return (
    <Section
      title="Secret"
      note={`${issuesSecret(connector.provider) ? "The secret that signs the events." : `Signs the events from ${senderOf(connector.provider)}.`} It cannot be shown again.`}
    >
      {connector.previous_secret_until !== null && (
        <Text size="sm" c="dimmed">
          The previous secret expires <When at={connector.previous_secret_until} />.
        </Text>
      )}
      {issuesSecret(connector.provider) ? <SecretForm connector={connector} /> : <Rotate connector={connector} />}
    </Section>
  );
}

function Rotate({ connector }: { connector: ConnectorRow }): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  const [secret, setSecret] = useState<Secret>();
  const sender = senderOf(connector.provider);
  const rotate = (): void =>
    confirm({
      title: "Create a new secret?",
      body: `Paste the new secret in ${sender} within 24 hours. Until then, both secrets are valid. Afterwards, events signed with the old one are rejected.`,
      action: "Create new secret",
      run: async () => {
        const { secret: value } = await change(rotateConnectorSecret(accountId, connector.id));
        if (value === null) return;
        setSecret({
          title: "Webhook secret",
          value,
          file: envFile("TRIBUTARY_CONNECTOR_SECRET", value),
          help: `Paste it as the secret of the webhook in ${sender}.`,
        });
      },
    });
  return (
    <>
      <Button variant="default" w="fit-content" onClick={rotate}>
        Rotate secret
      </Button>
      <SecretDialog secret={secret} onStored={() => setSecret(undefined)} />
    </>
  );
}
