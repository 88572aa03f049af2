import { Alert, Group, Stack, Text, Title } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ConnectorRow } from "tributary-sdk/pages";
import { receiptsQuery } from "../../api/connectors.ts";
import { Card } from "../../ui/card.tsx";
import { ButtonLink } from "../../ui/link.tsx";
import { When } from "../../ui/when.tsx";
import { refusedText } from "../../words/connectors.ts";
import { useAccount } from "../shared/account.ts";
import classes from "./connectors.module.css";
import { Outcome } from "./outcome.tsx";

const SHOWN = 5;
const POLL_MS = 3000;

/** Waits for the first event, then says what arrived. Announced when it changes. */
export function FirstEvent({ connector, hint }: { connector: ConnectorRow; hint: string }): ReactNode {
  const refused = refusedText(connector);
  return (
    <Card>
      <Stack gap="md">
        <output aria-label="First event">
          {connector.last_received_at === null ? <Waiting connector={connector} hint={hint} /> : <Works />}
        </output>
        {refused !== undefined && (
          <Alert color="orange" variant="light" role="alert">
            {refused}
          </Alert>
        )}
        {connector.last_received_at !== null && <Arrived connector={connector} />}
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
        {connector.has_secret ? hint : "Save the secret first. Until then, every event is refused."}
      </Text>
    </Stack>
  );
}

const Works = (): ReactNode => (
  <Group gap="sm" wrap="nowrap">
    <IconCircleCheck size={22} color="var(--mantine-color-teal-6)" aria-hidden />
    <Title order={2} size="h3">
      It works
    </Title>
  </Group>
);

function Arrived({ connector }: { connector: ConnectorRow }): ReactNode {
  const { id: accountId } = useAccount();
  const { data } = useQuery({
    ...receiptsQuery(accountId, connector.id, { limit: SHOWN }),
    refetchInterval: POLL_MS,
  });
  return (
    <>
      <ul className={classes["arrived"]} aria-label="Received events">
        {data?.receipts.map((receipt) => (
          <li key={receipt.id}>
            <Group justify="space-between" gap={8} wrap="nowrap" align="baseline">
              <Text size="sm" fw={500} className="breakable">
                {receipt.topic}
              </Text>
              <Text size="xs" c="dimmed">
                <When at={receipt.received_at} />
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
