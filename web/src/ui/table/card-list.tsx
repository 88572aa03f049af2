import { Group, Skeleton, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { SelectAll } from "./brief-list.tsx";
import type { Column, DataTableProps, Sorting } from "./columns.ts";
import classes from "./data-table.module.css";

const SKELETON_CARDS = 4;

/** The rows on a phone: one card each, titled by the first column. */
export function CardList<Row>({
  label,
  columns,
  rows,
  rowId,
  busy = false,
  selection,
  sorting,
}: DataTableProps<Row>): ReactNode {
  const [title, ...others] = columns;
  if (rows === undefined || !title)
    return (
      <Stack gap="sm" aria-busy="true">
        {Array.from({ length: SKELETON_CARDS }, (_, index) => (
          <Skeleton key={index} height={96} />
        ))}
      </Stack>
    );
  const lines = others.filter((column) => column.header !== "" && column.wideOnly !== true);
  const last = others.find((column) => column.header === "");
  return (
    <>
      {sorting && <SortSelect columns={columns} sorting={sorting} />}
      {selection && <SelectAll rows={rows} rowId={rowId} selection={selection} />}
      <ul className={classes["cards"]} aria-label={label} aria-busy={busy} data-busy={busy}>
        {rows.map((row) => (
          <li key={rowId(row)} className={classes["card"]}>
            <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
              <Group gap="sm" wrap="nowrap" miw={0} align="flex-start">
                {selection?.one(row, rowId(row))}
                <div className={classes["cardTitle"]}>{title.cell(row)}</div>
              </Group>
              {last?.cell(row)}
            </Group>
            <dl className={classes["facts"]}>
              {lines.map((column) => (
                <Line key={column.id} column={column} row={row} />
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}

/** In place of the table's head. */
export function SortSelect<Row>({
  columns,
  sorting,
}: {
  columns: readonly Column<Row>[];
  sorting: Sorting;
}): ReactNode {
  const choices = columns.flatMap(({ sort, header }) =>
    sort === undefined ? [] : [[`-${sort}`, `${header} ↓`] as const, [sort, `${header} ↑`] as const],
  );
  if (choices.length === 0) return null;
  return (
    <label className={classes["order"]}>
      <VisuallyHidden>Sort by</VisuallyHidden>
      <select
        className={classes["select"]}
        value={sorting.by ?? ""}
        onChange={(event) => sorting.onSort(event.currentTarget.value === "" ? undefined : event.currentTarget.value)}
      >
        <option value="">Sort by…</option>
        {choices.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

function Line<Row>({ column, row }: { column: Column<Row>; row: Row }): ReactNode {
  return (
    <div className={classes["fact"]}>
      <Text component="dt" size="xs" c="dimmed">
        {column.header}
      </Text>
      <dd>{column.cell(row)}</dd>
    </div>
  );
}
