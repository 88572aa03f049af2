import type { ReactNode } from "react";
import { numberText } from "../../format/numbers.ts";
import type { Tone } from "../../words/tones.ts";
import { Money } from "../money.tsx";
import { StatusBadge } from "../status-badge.tsx";
import { WhenWithDay } from "../when.tsx";
import type { Column } from "./columns.ts";

export const countColumn = <Row,>(id: string, header: string, countOf: (row: Row) => number): Column<Row> => ({
  id,
  header,
  align: "right",
  sortDown: true,
  sortValue: countOf,
  cell: (row) => <span className="number">{numberText(countOf(row))}</span>,
});

export const moneyColumn = <Row,>(
  id: string,
  header: string,
  moneyOf: (row: Row) => readonly [amount: number, currency: string],
): Column<Row> => ({
  id,
  header,
  align: "right",
  sortDown: true,
  sortValue: (row) => moneyOf(row)[0],
  cell: (row) => {
    const [amount, currency] = moneyOf(row);
    return <Money amount={amount} currency={currency} />;
  },
});

export const badgeColumn = <Row,>(
  id: string,
  header: string,
  badgeOf: (row: Row) => readonly [tone: Tone, word: string],
): Column<Row> => ({
  id,
  header,
  cell: (row) => {
    const [tone, word] = badgeOf(row);
    return <StatusBadge tone={tone}>{word}</StatusBadge>;
  },
});

export const whenColumn = <Row,>(id: string, header: string, timeOf: (row: Row) => string): Column<Row> => ({
  id,
  header,
  sortDown: true,
  sortValue: timeOf,
  cell: (row) => <WhenWithDay at={timeOf(row)} />,
});

/** A column that can be sorted by this key. */
export const sortable = <Row,>(column: Column<Row>, sort = column.id): Column<Row> => ({ ...column, sort });

export const actionsColumn = <Row,>(cell: (row: Row) => ReactNode): Column<Row> => ({
  id: "actions",
  header: "",
  align: "right",
  cell,
});
