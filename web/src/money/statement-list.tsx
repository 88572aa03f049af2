import type { UseQueryResult } from "@tanstack/react-query";
import type { LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { StatementsResponse } from "tributary-sdk/pages";
import { countText } from "../format/numbers.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import { badgeColumn, countColumn, sortable } from "../ui/table/column-kinds.tsx";
import type { Brief, Column, Sorting } from "../ui/table/columns.ts";
import type { Tone } from "../words/tones.ts";
import { Listed } from "../ui/table/listed.tsx";
import { calendarMonth } from "../format/dates.ts";
import { RowLink } from "../ui/table/row-link.tsx";

type Row = StatementsResponse["statements"][number];

const stateOf = ({ complete }: Row): [Tone, string] => (complete ? ["good", "complete"] : ["waiting", "in progress"]);

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
    badgeColumn("state", "Status", stateOf),
    sortable(countColumn("lines", "Lines", ({ lines }) => lines)),
  ];
  const brief = (row: Row): Brief => ({
    title: <RowLink link={linkOf(row)}>{calendarMonth(row.month)}</RowLink>,
    amount: row.currency,
    note: countText(row.lines, "line"),
    badge: <StatusBadge tone={stateOf(row)[0]}>{stateOf(row)[1]}</StatusBadge>,
  });
  return (
    <Listed
      label="Statements"
      query={query}
      columns={columns}
      brief={brief}
      rows={query.data?.statements}
      sorting={sorting}
      rowId={(row) => `${row.currency} ${row.month}`}
      empty="A statement appears here for each month with commission."
    />
  );
}
