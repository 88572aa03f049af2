import { Alert, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ConnectorRow } from "tributary-sdk/pages";
import { countText } from "../../format/numbers.ts";
import { AnchorLink, ButtonLink } from "../../ui/link.tsx";
import { When } from "../../ui/when.tsx";
import { refusedText, senderOf, silentText } from "../../words/connectors.ts";
import { useAccount } from "../shared/account.ts";

/** What keeps the connector from working, the most urgent first. */
export function Warnings({ connector }: { connector: ConnectorRow }): ReactNode {
  const { id: accountId } = useAccount();
  const { provider, receipts, silent_since: silentSince } = connector;
  const params = { accountId, connectorId: connector.id };
  const refused = refusedText(connector);
  const isNew = connector.last_received_at === null;
  if (!isNew && refused === undefined && receipts.failed === 0 && silentSince === null) return null;
  return (
    <Stack gap="sm">
      {isNew && <Unfinished connector={connector} />}
      {refused !== undefined && connector.has_secret && (
        <Warning title="Wrong signature" color="orange">
          {refused}{" "}
          <AnchorLink
            to="/dashboard/$accountId/connectors/$connectorId"
            params={params}
            search={{ tab: "settings" }}
            inherit
            underline="always"
          >
            Open settings
          </AnchorLink>
        </Warning>
      )}
      {receipts.failed > 0 && (
        <Warning title={`${countText(receipts.failed, "receipt")} failed`} color="red">
          Each says what is wrong. Fix it, then run the receipt again.{" "}
          <AnchorLink
            to="/dashboard/$accountId/connectors/$connectorId"
            params={params}
            search={{ state: "failed" }}
            inherit
            underline="always"
          >
            View failed receipts
          </AnchorLink>
        </Warning>
      )}
      {silentSince !== null && (
        <Warning title="Nothing has arrived for a while" color="orange">
          The last event came <When at={silentSince} />. {silentText(provider)}
        </Warning>
      )}
    </Stack>
  );
}

function Unfinished({ connector }: { connector: ConnectorRow }): ReactNode {
  const { id: accountId, isOwner } = useAccount();
  const { provider, has_secret: hasSecret } = connector;
  return (
    <Alert color="gray" variant="light" title={hasSecret ? "Waiting for the first event" : "Secret missing"}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {hasSecret
            ? `Nothing has arrived from ${senderOf(provider)} yet.`
            : `Events are refused until the secret from ${senderOf(provider)} is saved.`}
        </Text>
        {isOwner && (
          <ButtonLink
            to="/dashboard/$accountId/connectors/new"
            params={{ accountId }}
            search={{ provider, connector: connector.id }}
            size="xs"
          >
            Finish setup
          </ButtonLink>
        )}
      </Group>
    </Alert>
  );
}

function Warning({ title, color, children }: { title: string; color: string; children: ReactNode }): ReactNode {
  return (
    <Alert color={color} variant="light" title={title} icon={<IconAlertTriangle size={18} aria-hidden />}>
      <Text size="sm">{children}</Text>
    </Alert>
  );
}
