import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ConnectorRow } from "tributary-sdk/pages";
import { updateConnector } from "../../api/connectors.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { AnchorLink, ButtonLink } from "../../ui/link.tsx";
import { RealTime } from "../../ui/real-time.tsx";
import { When } from "../../ui/when.tsx";
import { figureText, refusedText, senderOf, silentText } from "../../words/connectors.ts";
import { useAccount, useChange } from "../shared/account.ts";

/** What keeps the connector from working, the most urgent first. */
export function Warnings({ connector }: { connector: ConnectorRow }): ReactNode {
  const { id: accountId } = useAccount();
  const { provider, receipts, silent_since: silentSince } = connector;
  const params = { accountId, connectorId: connector.id };
  const refused = refusedText(connector);
  const isNew = connector.last_received_at === null;
  if (!isNew && refused === undefined && receipts.failed === 0 && silentSince === null && connector.other_site === null)
    return null;
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
        <Warning
          title={`${figureText(receipts.failed)} ${receipts.failed === 1 ? "receipt" : "receipts"} failed`}
          color="red"
        >
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
      <OtherSite connector={connector} />
      {silentSince !== null && (
        <Warning title="Nothing has arrived for a while" color="orange">
          The last event came{" "}
          <RealTime>
            <When at={silentSince} />
          </RealTime>
          . {silentText(provider)}
        </Warning>
      )}
    </Stack>
  );
}

/** A clone of a shop keeps its webhooks. A shop that moved looks the same, so the merchant decides. */
function OtherSite({ connector }: { connector: ConnectorRow }): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  const { id, site, other_site: other } = connector;
  if (other === null) return null;
  const ask = (): void =>
    confirm({
      title: `Switch to ${other}?`,
      body: `Orders and refunds of ${other} count from now on, and events from ${site} are ignored. Existing conversions are kept. If ${other} sends an order that ${site} already reported, it counts as another order. To count events that were ignored, run their receipts again.`,
      action: "Switch site",
      run: () => change(updateConnector(accountId, id, { site: other }), () => `Now tracking orders from ${other}.`),
    });
  return (
    <Warning title={`Events from ${other} are ignored`} color="orange">
      This connector tracks orders from {site}. If {other} is a staging copy, remove its webhooks.{" "}
      {canManage && (
        <Button size="compact-sm" variant="default" onClick={ask}>
          Switch to {other}
        </Button>
      )}
    </Warning>
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
