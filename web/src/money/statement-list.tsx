import { Text } from "@mantine/core";
import type { LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { StatementsAnswer } from "tributary-sdk/pages";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { calendarMonth } from "../format/dates.ts";
import { numberText } from "../format/numbers.ts";
import { RowLink } from "../ui/table/row-link.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";

type Row = StatementsAnswer["statements"][number];

interface StatementListProps {
  readonly statements: readonly Row[];
  readonly linkOf: (row: Row) => LinkOptions;
}

export function StatementList({ statements, linkOf }: StatementListProps): ReactNode {
  const columns: Column<Row>[] = [
    {
      id: "month",
      header: "Month",
      cell: (row) => <RowLink link={linkOf(row)}>{calendarMonth(row.month)}</RowLink>,
    },
    { id: "currency", header: "Currency", cell: ({ currency }) => currency },
    {
      id: "state",
      header: "State",
      cell: ({ complete }) =>
        complete ? <StatusBadge tone="good">complete</StatusBadge> : <StatusBadge tone="waiting">running</StatusBadge>,
    },
    {
      id: "lines",
      header: "Lines",
      align: "right",
      cell: ({ lines }) => <span className="number">{numberText(lines)}</span>,
    },
  ];
  return (
    <DataTable
      label="Statements"
      columns={columns}
      rows={statements}
      rowId={(row) => `${row.currency} ${row.month}`}
      empty={
        <Text size="sm" c="dimmed">
          There is a statement for each month in which a commission was booked.
        </Text>
      }
    />
  );
}
