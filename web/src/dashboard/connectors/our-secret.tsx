import { Button, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { ConnectorRow } from "tributary-sdk/pages";
import { CodeBlock } from "../../ui/copy.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { rotateConnectorSecret } from "../../api/connectors.ts";
import { senderOf } from "../../words/connectors.ts";
import { useAccount, useChange } from "../shared/account.ts";

interface OurSecretProps {
  readonly connector: ConnectorRow;
  readonly secret: string | null;
  readonly onSecret: (secret: string | null) => void;
}

/** Our secret, which is shown once. After a reload, only a new one can be shown. */
export function OurSecret({ connector, secret, onSecret }: OurSecretProps): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  if (secret !== null)
    return (
      <Stack gap={4}>
        <CodeBlock code={secret} label="secret" wrap />
        <Text size="xs" c="dimmed">
          Shown only now. Paste it before you leave this page.
        </Text>
      </Stack>
    );
  const create = (): void =>
    confirm({
      title: "Create a new secret?",
      body: `Paste it in ${senderOf(connector.provider)} within 24 hours. The old secret stays valid until then.`,
      action: "Create new secret",
      run: async () => onSecret((await change(rotateConnectorSecret(accountId, connector.id))).secret),
    });
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed">
        The secret was shown once.
      </Text>
      <Button size="compact-sm" variant="default" onClick={create}>
        Create new secret
      </Button>
    </Group>
  );
}
