import { Badge, Group, Stack, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { EndpointRow } from "tributary-sdk/pages";
import { deleteEndpoint, sendTestEvent, updateEndpoint } from "../../api/webhooks.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { RowMenu, type RowAction } from "../../ui/table/row-menu.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import classes from "./endpoint-card.module.css";

export type EndpointDialog =
  | { readonly kind: "edit" | "rotate"; readonly endpoint: EndpointRow }
  | { readonly kind: "create" };

interface EndpointCardProps {
  readonly endpoint: EndpointRow;
  readonly onDialog: (dialog: EndpointDialog) => void;
}

export function EndpointCard({ endpoint, onDialog }: EndpointCardProps): ReactNode {
  const { canManage } = useAccount();
  const actions = useEndpointActions(endpoint, onDialog);
  return (
    <section className={classes["card"]} aria-label={endpoint.url}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={6} miw={0}>
          <Group gap="sm">
            <Text fw={600} style={{ overflowWrap: "anywhere" }}>
              {endpoint.url}
            </Text>
            <StatusBadge tone={endpoint.enabled ? "good" : "quiet"}>
              {endpoint.enabled ? "enabled" : "disabled"}
            </StatusBadge>
          </Group>
          <Group gap={6}>
            {endpoint.events.map((event) => (
              <Badge key={event} variant="default" tt="none" fw={400} size="sm">
                {event}
              </Badge>
            ))}
          </Group>
          <Text size="sm" c="dimmed">
            Added <When at={endpoint.created_at} />
            {endpoint.disabled_at !== null && (
              <>
                {" · "}disabled <When at={endpoint.disabled_at} />
              </>
            )}
            {endpoint.previous_secret_until !== null && (
              <>
                {" · "}old secret expires <When at={endpoint.previous_secret_until} />
              </>
            )}
          </Text>
        </Stack>
        {canManage && (
          <Group gap="xs">
            <TestEvent endpoint={endpoint} />
            <RowMenu of={endpoint.url} actions={actions} />
          </Group>
        )}
      </Group>
    </section>
  );
}

function TestEvent({ endpoint }: { endpoint: EndpointRow }): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const navigate = useNavigate();
  const send = async (): Promise<void> => {
    const { delivery } = await change(sendTestEvent(accountId, endpoint.id), () => "Test event queued.");
    const params = { accountId, deliveryId: delivery.id };
    await navigate({ to: "/dashboard/$accountId/developers/deliveries/$deliveryId", params });
  };
  return (
    <ActionButton variant="default" size="xs" run={send}>
      Send test event
    </ActionButton>
  );
}

function useEndpointActions(endpoint: EndpointRow, onDialog: (dialog: EndpointDialog) => void): readonly RowAction[] {
  const { id: accountId, isOwner } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  const { id, url, enabled } = endpoint;
  const toggle: RowAction = enabled
    ? {
        label: "Disable endpoint",
        run: () =>
          change(
            updateEndpoint(accountId, id, { enabled: false }),
            () => `${url} is disabled. New events are held until you enable it again.`,
          ),
      }
    : {
        label: "Enable endpoint",
        run: () => change(updateEndpoint(accountId, id, { enabled: true }), () => `${url} is enabled.`),
      };
  const remove: RowAction = {
    label: "Delete endpoint",
    dangerous: true,
    run: () =>
      confirm({
        title: "Delete this endpoint?",
        body: `${url} no longer receives events. Past deliveries stay listed.`,
        action: "Delete endpoint",
        dangerous: true,
        run: () => change(deleteEndpoint(accountId, id), () => `Deleted ${url}.`),
      }),
  };
  return [
    { label: "Edit endpoint", run: () => onDialog({ kind: "edit", endpoint }) },
    ...(isOwner ? [{ label: "Rotate signing secret", run: () => onDialog({ kind: "rotate", endpoint }) }] : []),
    toggle,
    remove,
  ];
}
