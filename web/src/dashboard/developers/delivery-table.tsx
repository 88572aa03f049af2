import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { DeliveryRow } from "tributary-sdk/pages";
import { resendDelivery } from "../../api/webhooks.ts";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { numberText } from "../../format/numbers.ts";
import { RowLink } from "../../ui/table/row-link.tsx";
import { RowMenu } from "../../ui/table/row-menu.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { deliveryTones } from "../../words/tones.ts";

interface DeliveryTableProps {
  readonly rows: readonly DeliveryRow[] | undefined;
  readonly busy?: boolean;
  readonly empty?: ReactNode;
}

export function DeliveryTable({ rows, busy = false, empty = null }: DeliveryTableProps): ReactNode {
  const columns = useDeliveryColumns();
  return (
    <DataTable label="Deliveries" columns={columns} rows={rows} rowId={({ id }) => id} busy={busy} empty={empty} />
  );
}

function useDeliveryColumns(): readonly Column<DeliveryRow>[] {
  const { id: accountId, canManage } = useAccount();
  const change = useChange();
  const resend = (row: DeliveryRow) => ({
    label: "Send again",
    run: () =>
      change(resendDelivery(accountId, row.id), () => `${row.event_type} is on its way to ${hostOf(row)} again.`),
  });
  return [
    {
      id: "event",
      header: "Event",
      cell: (row) => (
        <>
          <RowLink
            link={{
              to: "/dashboard/$accountId/developers/deliveries/$deliveryId",
              params: { accountId, deliveryId: row.id },
            }}
          >
            {row.event_type}
          </RowLink>
          <Text size="xs" c="dimmed">
            {row.event_id}
          </Text>
        </>
      ),
    },
    { id: "endpoint", header: "Endpoint", cell: (row) => hostOf(row) },
    {
      id: "status",
      header: "Status",
      cell: ({ status }) => <StatusBadge tone={deliveryTones[status]}>{status}</StatusBadge>,
    },
    { id: "answer", header: "Last answer", cell: (row) => <LastAnswer row={row} /> },
    {
      id: "attempts",
      header: "Attempts",
      align: "right",
      cell: ({ attempts }) => <span className="number">{numberText(attempts)}</span>,
    },
    { id: "created", header: "Created", cell: ({ created_at: at }) => <When at={at} /> },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (row) => <RowMenu of={`delivery ${row.id}`} actions={canManage ? [resend(row)] : []} />,
    },
  ];
}

const hostOf = (row: DeliveryRow): string => new URL(row.endpoint_url).host;

function LastAnswer({ row }: { row: DeliveryRow }): ReactNode {
  if (row.last_status_code !== null) return <span className="number">{row.last_status_code}</span>;
  if (row.last_error !== null) return row.last_error;
  if (row.next_attempt_at === null) return "none yet";
  return (
    <>
      next <When at={row.next_attempt_at} />
    </>
  );
}
