import type { UseQueryResult } from "@tanstack/react-query";
import type { LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { StatementsResponse } from "tributary-sdk/pages";
import { badgeColumn, countColumn, sortable } from "../ui/table/column-kinds.tsx";
import type { Column, Sorting } from "../ui/table/columns.ts";
import { Listed } from "../ui/table/listed.tsx";
import { calendarMonth } from "../format/dates.ts";
import { RowLink } from "../ui/table/row-link.tsx";

type Row = StatementsResponse["statements"][number];

interface StatementListProps {
  readonly query: UseQueryResult<StatementsResponse>;
  readonly sorting: Sorting;
  readonly linkOf: (row: Row) => LinkOptions;
}

export function StatementList({ query, sorting, linkOf }: StatementListProps): ReactNode {
  const columns: Column<Row>[] = [
    {
      id: "month",
      header: "Month",
      sort: "month",
      sortDown: true,
      sortValue: ({ month }) => month,
      cell: (row) => <RowLink link={linkOf(row)}>{calendarMonth(row.month)}</RowLink>,
    },
    {
      id: "currency",
      header: "Currency",
      sort: "currency",
      sortValue: ({ currency }) => currency,
      cell: ({ currency }) => currency,
    },
    badgeColumn("state", "Status", ({ complete }) => (complete ? ["good", "complete"] : ["waiting", "in progress"])),
    sortable(countColumn("lines", "Lines", ({ lines }) => lines)),
  ];
  return (
    <Listed
      label="Statements"
      query={query}
      columns={columns}
      rows={query.data?.statements}
      sorting={sorting}
      rowId={(row) => `${row.currency} ${row.month}`}
      empty="A statement appears here for each month with commission."
    />
  );
}
