import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ConnectorRow } from "tributary-sdk/pages";
import { deleteConnector } from "../../api/connectors.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { Section } from "../../ui/section.tsx";
import { senderOf } from "../../words/connectors.ts";
import { useAccount, useChange } from "../shared/account.ts";

export function DeleteConnector({ connector }: { connector: ConnectorRow }): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const sender = senderOf(connector.provider);
  const remove = (): void =>
    confirm({
      title: `Delete ${connector.name}?`,
      body: `Later orders, renewals and refunds from ${sender} are no longer recorded, and its webhook gets an error. Conversions and refunds so far stay. This cannot be undone.`,
      action: "Delete connector",
      dangerous: true,
      run: async () => {
        await change(deleteConnector(accountId, connector.id), () => `Deleted ${connector.name}.`);
        await navigate({ to: "/dashboard/$accountId/connectors", params: { accountId }, ignoreBlocker: true });
      },
    });
  return (
    <Section
      title="Delete connector"
      note={`Stops recording orders and refunds from ${sender}. What was recorded so far stays.`}
    >
      <Button variant="default" c="var(--mantine-color-error)" w="fit-content" onClick={remove}>
        Delete connector
      </Button>
    </Section>
  );
}
