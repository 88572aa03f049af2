import { Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { PortalClawBacksAnswer } from "tributary-sdk/pages";
import { ownClawBacksQuery } from "../../api/portal-money.ts";
import { AnchorLink } from "../../ui/link.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { ProblemState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { When } from "../../ui/when.tsx";

type Row = PortalClawBacksAnswer["claw_backs"][number];

export function OwnClawBacks(): ReactNode {
  const [offset, setOffset] = useState(0);
  const query = useQuery({
    ...ownClawBacksQuery(offset === 0 ? {} : { offset }),
    placeholderData: keepPreviousData,
  });
  if (query.error) return <ProblemState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <DataTable
        label="Claw-backs"
        columns={columns}
        rows={query.data?.claw_backs}
        rowId={({ id }) => id}
        busy={query.isPlaceholderData}
        empty={
          <Text size="sm" c="dimmed">
            Nothing was clawed back.
          </Text>
        }
      />
      <TableFoot span={query.data?.pagination} onOffset={setOffset} />
    </>
  );
}

const columns: readonly Column<Row>[] = [
  {
    id: "campaign",
    header: "Campaign",
    cell: (row) => (
      <RowLink link={{ to: "/portal/conversions/$conversionId", params: { conversionId: row.conversion_id } }}>
        {row.campaign_name}
      </RowLink>
    ),
  },
  { id: "reason", header: "Reason", cell: ({ reason }) => reason },
  {
    id: "amount",
    header: "Amount",
    align: "right",
    cell: (row) => <Money amount={-row.amount} currency={row.currency} />,
  },
  { id: "state", header: "State", cell: (row) => <State row={row} /> },
  { id: "at", header: "Clawed back", cell: (row) => <When at={row.created_at} /> },
];

function State({ row }: { row: Row }): ReactNode {
  if (row.payout_id === null) return <StatusBadge tone="waiting">carried over</StatusBadge>;
  return (
    <AnchorLink
      to="/portal/earnings/payouts/$payoutId"
      params={{ payoutId: row.payout_id }}
      size="sm"
      className="above"
    >
      taken off a payout
    </AnchorLink>
  );
}
