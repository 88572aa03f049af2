import type { UseQueryResult } from "@tanstack/react-query";
import type { LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { StatementsResponse } from "tributary-sdk/pages";
import { badgeColumn, countColumn } from "../ui/table/column-kinds.tsx";
import type { Column } from "../ui/table/columns.ts";
import { Listed } from "../ui/table/listed.tsx";
import { calendarMonth } from "../format/dates.ts";
import { RowLink } from "../ui/table/row-link.tsx";

type Row = StatementsResponse["statements"][number];

interface StatementListProps {
  readonly query: UseQueryResult<StatementsResponse>;
  readonly linkOf: (row: Row) => LinkOptions;
}

export function StatementList({ query, linkOf }: StatementListProps): ReactNode {
  const columns: Column<Row>[] = [
    {
      id: "month",
      header: "Month",
      cell: (row) => <RowLink link={linkOf(row)}>{calendarMonth(row.month)}</RowLink>,
    },
    { id: "currency", header: "Currency", cell: ({ currency }) => currency },
    badgeColumn("state", "Status", ({ complete }) => (complete ? ["good", "complete"] : ["waiting", "in progress"])),
    countColumn("lines", "Lines", ({ lines }) => lines),
  ];
  return (
    <Listed
      label="Statements"
      query={query}
      columns={columns}
      rows={query.data?.statements}
      rowId={(row) => `${row.currency} ${row.month}`}
      empty="A statement appears here for each month with commission."
    />
  );
}
