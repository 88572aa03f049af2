import { Text } from "@mantine/core";
import type { LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { StatementsAnswer } from "tributary-sdk/pages";
import { badgeColumn, countColumn } from "../ui/table/column-kinds.tsx";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { calendarMonth } from "../format/dates.ts";
import { RowLink } from "../ui/table/row-link.tsx";

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
    badgeColumn("state", "State", ({ complete }) => (complete ? ["good", "complete"] : ["waiting", "running"])),
    countColumn("lines", "Lines", ({ lines }) => lines),
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
