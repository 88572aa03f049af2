import type { ReactNode } from "react";
import type { DeliveryRow } from "tributary-sdk/pages";
import { resendDelivery } from "../../api/webhooks.ts";
import { actionsColumn, badgeColumn, countColumn, sortable, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { RowMenu } from "../../ui/table/row-menu.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { deliveryTones } from "../../words/tones.ts";

export function DeliveryTable({ rows }: { rows: readonly DeliveryRow[] }): ReactNode {
  const columns = useDeliveryColumns();
  return <DataTable label="Deliveries" columns={columns} rows={rows} rowId={({ id }) => id} empty={null} />;
}

export function useDeliveryColumns(): readonly Column<DeliveryRow>[] {
  const { id: accountId, canManage } = useAccount();
  const change = useChange();
  const resend = (row: DeliveryRow) => ({
    label: "Resend delivery",
    run: () => change(resendDelivery(accountId, row.id), () => `Resending ${row.event_type} to ${hostOf(row)}.`),
  });
  return [
    {
      id: "event",
      header: "Event",
      cell: (row) => (
        <RowLink
          link={{
            to: "/dashboard/$accountId/developers/deliveries/$deliveryId",
            params: { accountId, deliveryId: row.id },
          }}
          note={row.event_id}
        >
          {row.event_type}
        </RowLink>
      ),
    },
    { id: "endpoint", header: "Endpoint", cell: (row) => hostOf(row) },
    badgeColumn("status", "Status", ({ status }) => [deliveryTones[status], status]),
    { id: "response", header: "Last response", cell: (row) => <LastResponse row={row} /> },
    countColumn("attempts", "Attempts", ({ attempts }) => attempts),
    sortable(whenColumn("created", "Created", (row) => row.created_at)),
    actionsColumn((row) => <RowMenu of={`delivery ${row.id}`} actions={canManage ? [resend(row)] : []} />),
  ];
}

const hostOf = (row: DeliveryRow): string => new URL(row.endpoint_url).host;

function LastResponse({ row }: { row: DeliveryRow }): ReactNode {
  if (row.last_status_code !== null) return <span className="number">{row.last_status_code}</span>;
  if (row.last_error !== null) return row.last_error;
  if (row.next_attempt_at === null) return "None yet";
  return (
    <>
      Next attempt <When at={row.next_attempt_at} />
    </>
  );
}
