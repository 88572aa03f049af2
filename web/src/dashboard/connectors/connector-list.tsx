import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import type { ConnectorRow } from "tributary-sdk/pages";
import { countText } from "../../format/numbers.ts";
import { RealTime } from "../../ui/real-time.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { countColumn } from "../../ui/table/column-kinds.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { When } from "../../ui/when.tsx";
import { healthOf } from "../../words/connectors.ts";
import { providerWords } from "../../words/providers.ts";
import { useAccount } from "../shared/account.ts";
import { ProviderIcon } from "./provider-icon.tsx";

export function ConnectorList({ connectors }: { connectors: readonly ConnectorRow[] }): ReactNode {
  const { id: accountId } = useAccount();
  const nameOf = (row: ConnectorRow, note?: string): ReactNode => (
    <RowLink
      link={{ to: "/dashboard/$accountId/connectors/$connectorId", params: { accountId, connectorId: row.id } }}
      note={note}
    >
      {row.name}
    </RowLink>
  );
  const columns: readonly Column<ConnectorRow>[] = [
    {
      id: "name",
      header: "Connector",
      cell: (row) => (
        <Group gap="sm" wrap="nowrap">
          <ProviderIcon provider={row.provider} />
          <div>{nameOf(row, providerUnlessNamed(row))}</div>
        </Group>
      ),
    },
    { id: "status", header: "Status", cell: (row) => <Health connector={row} /> },
    { id: "last", header: "Last event", cell: (row) => <LastEvent connector={row} /> },
    countColumn("orders", "Orders with an affiliate", ({ orders }) => orders.attributed),
    countColumn("unattributed", "Without an affiliate", ({ orders }) => orders.unattributed),
  ];
  const brief = (row: ConnectorRow): Brief => ({
    title: nameOf(row),
    amount: countText(row.orders.attributed, "order"),
    note: <BriefNote connector={row} />,
    badge: <Health connector={row} />,
  });
  return (
    <DataTable
      label="Connectors"
      columns={columns}
      rows={connectors}
      rowId={({ id }) => id}
      brief={brief}
      empty="No connectors yet."
    />
  );
}

/** The provider, unless the connector's name already says it. */
export const providerUnlessNamed = ({ name, provider }: ConnectorRow): string | undefined =>
  name === providerWords[provider] ? undefined : providerWords[provider];

function BriefNote({ connector }: { connector: ConnectorRow }): ReactNode {
  const { last_received_at: at } = connector;
  const provider = providerUnlessNamed(connector);
  return (
    <>
      {provider !== undefined && `${provider} · `}
      {at === null ? (
        "No events yet"
      ) : (
        <RealTime>
          Last event <When at={at} />
        </RealTime>
      )}
    </>
  );
}

export function Health({ connector }: { connector: ConnectorRow }): ReactNode {
  const [tone, word] = healthOf(connector);
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}

const LastEvent = ({ connector: { last_received_at: at } }: { connector: ConnectorRow }): ReactNode =>
  at === null ? (
    "None yet"
  ) : (
    <RealTime>
      <When at={at} />
    </RealTime>
  );
