import { Skeleton, Text, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { BriefList } from "./brief-list.tsx";
import { CardList, SortSelect } from "./card-list.tsx";
import type { Column, DataTableProps } from "./columns.ts";
import classes from "./data-table.module.css";
import { ColumnHead, directionOf, sortedRows } from "./sorting.tsx";
import { useRoom } from "./use-room.ts";

const SKELETON_ROWS = 8;

export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { empty, columns, sorting } = props;
  const { ref, isNarrow, overflows, size } = useRoom();
  const rows = sortedRows(props.rows, columns, sorting);
  if (rows?.length === 0) return typeof empty === "string" ? <Note text={empty} /> : empty;
  return (
    <div ref={ref} className={classes["room"]} data-overflows={overflows} data-size={size}>
      {isNarrow ? <NarrowList {...props} rows={rows} /> : <WideTable {...props} rows={rows} />}
    </div>
  );
}

function NarrowList<Row>({ brief, ...props }: DataTableProps<Row>): ReactNode {
  if (!brief) return <CardList {...props} />;
  return (
    <>
      {props.sorting && <SortSelect columns={props.columns} sorting={props.sorting} />}
      <BriefList {...props} brief={brief} />
    </>
  );
}

function Note({ text }: { text: string }): ReactNode {
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}

function WideTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { label, columns, rows, rowId, busy = false, selection, sorting } = props;
  return (
    <table aria-label={label} aria-busy={busy || rows === undefined} className={classes["table"]} data-busy={busy}>
      <thead className={classes["thead"]}>
        <tr>
          {selection && <th className={classes["box"]}>{selection.all((rows ?? []).map(rowId))}</th>}
          {columns.map((column) => (
            <th
              key={column.id}
              className={classOf("head", column, columns)}
              data-align={column.align}
              aria-sort={directionOf(column, sorting)}
            >
              {column.header === "" ? (
                <VisuallyHidden>Actions</VisuallyHidden>
              ) : (
                <ColumnHead column={column} sorting={sorting} />
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows === undefined
          ? Array.from({ length: SKELETON_ROWS }, (_, index) => (
              <tr key={index} className={classes["row"]}>
                <td className={classes["cell"]} colSpan={columns.length + (selection ? 1 : 0)}>
                  <Skeleton height={20} />
                </td>
              </tr>
            ))
          : rows.map((row) => (
              <tr key={rowId(row)} className={classes["row"]}>
                {selection && <td className={classes["box"]}>{selection.one(row, rowId(row))}</td>}
                {columns.map((column) => (
                  <td key={column.id} className={classOf("cell", column, columns)} data-align={column.align}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  );
}

/** The first column names the row and keeps its width; the actions stay in sight when the table scrolls. */
function classOf<Row>(part: "head" | "cell", column: Column<Row>, columns: readonly Column<Row>[]): string {
  const place = column === columns[0] ? "name" : column.header === "" ? "actions" : undefined;
  return [classes[part], place && classes[place], column.wideOnly === true && classes["wide"]]
    .filter(Boolean)
    .join(" ");
}
