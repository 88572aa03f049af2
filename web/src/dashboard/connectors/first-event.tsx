import { Alert, Group, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ConnectorRow, ReceiptRow } from "tributary-sdk/pages";
import { receiptsQuery } from "../../api/connectors.ts";
import { Card } from "../../ui/card.tsx";
import { ButtonLink } from "../../ui/link.tsx";
import { RealTime } from "../../ui/real-time.tsx";
import { When } from "../../ui/when.tsx";
import { eventName, refusedText, verdictOf } from "../../words/connectors.ts";
import { useAccount } from "../shared/account.ts";
import classes from "./connectors.module.css";
import { Outcome } from "./outcome.tsx";

const SHOWN = 5;
const POLL_MS = 3000;

/** Waits for the first event, then says what arrived. Announced when it changes. */
export function FirstEvent({ connector, hint }: { connector: ConnectorRow; hint: string }): ReactNode {
  const { id: accountId } = useAccount();
  const refused = refusedText(connector);
  const isWaiting = connector.last_received_at === null;
  const { data } = useQuery({
    ...receiptsQuery(accountId, connector.id, { limit: SHOWN }),
    enabled: !isWaiting,
    refetchInterval: POLL_MS,
  });
  const receipts = data?.receipts ?? [];
  return (
    <Card>
      <Stack gap="md">
        <output aria-label="First event">
          {isWaiting ? <Waiting connector={connector} hint={hint} /> : <Verdict receipts={receipts} />}
        </output>
        {refused !== undefined && (
          <Alert color="orange" variant="light" role="alert">
            {refused}
          </Alert>
        )}
        {!isWaiting && <Arrived connector={connector} receipts={receipts} />}
      </Stack>
    </Card>
  );
}

function Waiting({ connector, hint }: { connector: ConnectorRow; hint: string }): ReactNode {
  return (
    <Stack gap="xs">
      <Group gap="sm" wrap="nowrap">
        <span className={classes["dot"]} aria-hidden />
        <Title order={2} size="h3">
          Waiting for the first event
        </Title>
      </Group>
      <Text size="sm" c="dimmed">
        {connector.has_secret ? hint : "Save the secret first. Until then, every event is rejected."}
      </Text>
    </Stack>
  );
}

function Verdict({ receipts }: { receipts: readonly ReceiptRow[] }): ReactNode {
  const [tone, words] = verdictOf(receipts);
  return (
    <Group gap="sm" wrap="nowrap">
      {tone === "good" && <IconCircleCheck size={22} color="var(--mantine-color-teal-6)" aria-hidden />}
      {tone === "bad" && <IconAlertTriangle size={22} color="var(--mantine-color-error)" aria-hidden />}
      {tone === "waiting" && <span className={classes["dot"]} aria-hidden />}
      <Title order={2} size="h3">
        {words}
      </Title>
    </Group>
  );
}

interface ArrivedProps {
  readonly connector: ConnectorRow;
  readonly receipts: readonly ReceiptRow[];
}

function Arrived({ connector, receipts }: ArrivedProps): ReactNode {
  const { id: accountId } = useAccount();
  return (
    <>
      <ul className={classes["arrived"]} aria-label="Received events">
        {receipts.map((receipt) => (
          <li key={receipt.id}>
            <Group justify="space-between" gap={8} wrap="nowrap" align="baseline">
              <Text size="sm" fw={500} className="breakable">
                {eventName(receipt)}
              </Text>
              <Text size="xs" c="dimmed">
                <RealTime>
                  <When at={receipt.received_at} />
                </RealTime>
              </Text>
            </Group>
            <Text size="sm" c="dimmed" component="div">
              <Outcome receipt={receipt} />
            </Text>
          </li>
        ))}
      </ul>
      <ButtonLink
        to="/dashboard/$accountId/connectors/$connectorId"
        params={{ accountId, connectorId: connector.id }}
        fullWidth
      >
        View connector
      </ButtonLink>
    </>
  );
}
