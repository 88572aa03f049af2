import type { ReactNode } from "react";
import type { DeliveryRow } from "tributary-sdk/pages";
import { actionsColumn, badgeColumn, countColumn, sortable, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { RowMenu } from "../../ui/table/row-menu.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";
import { deliveryTones } from "../../words/tones.ts";
import { useResend } from "./resend.ts";

export function DeliveryTable({ rows }: { rows: readonly DeliveryRow[] }): ReactNode {
  const list = useDeliveryColumns();
  return <DataTable label="Deliveries" {...list} rows={rows} rowId={({ id }) => id} empty={null} />;
}

interface DeliveryColumns {
  readonly columns: readonly Column<DeliveryRow>[];
  readonly brief: (row: DeliveryRow) => Brief;
}

export function useDeliveryColumns(): DeliveryColumns {
  const { id: accountId, canManage } = useAccount();
  const resend = useResend();
  const menuOf = (row: DeliveryRow): ReactNode => (
    <RowMenu
      of={`delivery ${row.id}`}
      actions={canManage ? [resend(row, `Resending ${row.event_type} to ${hostOf(row)}.`)] : []}
    />
  );
  const linkOf = (row: DeliveryRow, note?: string): ReactNode => (
    <RowLink
      link={{
        to: "/dashboard/$accountId/developers/deliveries/$deliveryId",
        params: { accountId, deliveryId: row.id },
      }}
      note={note}
    >
      {row.event_type}
    </RowLink>
  );
  const brief = (row: DeliveryRow): Brief => ({
    title: linkOf(row),
    amount: row.last_status_code,
    note: (
      <>
        {hostOf(row)} · <When at={row.created_at} />
      </>
    ),
    badge: <StatusBadge tone={deliveryTones[row.status]}>{row.status}</StatusBadge>,
    action: menuOf(row),
  });
  const columns: Column<DeliveryRow>[] = [
    { id: "event", header: "Event", cell: (row) => linkOf(row, row.event_id) },
    { id: "endpoint", header: "Endpoint", cell: (row) => hostOf(row) },
    badgeColumn("status", "Status", ({ status }) => [deliveryTones[status], status]),
    { id: "response", header: "Last response", cell: (row) => <LastResponse row={row} /> },
    countColumn("attempts", "Attempts", ({ attempts }) => attempts),
    sortable(whenColumn("created", "Created", (row) => row.created_at)),
    actionsColumn(menuOf),
  ];
  return { columns, brief };
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
