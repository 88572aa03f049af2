import { Skeleton, Table, Text, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { CardList } from "./card-list.tsx";
import type { DataTableProps } from "./columns.ts";
import classes from "./data-table.module.css";

const SKELETON_ROWS = 8;

export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const narrow = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const { rows, empty } = props;
  if (rows?.length === 0) return typeof empty === "string" ? <Note text={empty} /> : empty;
  return narrow ? <CardList {...props} /> : <WideTable {...props} />;
}

function Note({ text }: { text: string }): ReactNode {
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}

function WideTable<Row>({ label, columns, rows, rowId, busy = false, selection }: DataTableProps<Row>): ReactNode {
  return (
    <div className={classes["scroll"]}>
      <Table aria-label={label} aria-busy={busy || rows === undefined} className={classes["table"]} data-busy={busy}>
        <Table.Thead>
          <Table.Tr>
            {selection && <Table.Th w={40}>{selection.all((rows ?? []).map(rowId))}</Table.Th>}
            {columns.map((column) => (
              <Table.Th key={column.id} ta={column.align ?? "left"} className={classes["head"]}>
                {column.header === "" ? <VisuallyHidden>Actions</VisuallyHidden> : column.header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows === undefined
            ? Array.from({ length: SKELETON_ROWS }, (_, index) => (
                <Table.Tr key={index}>
                  <Table.Td colSpan={columns.length + (selection ? 1 : 0)}>
                    <Skeleton height={20} />
                  </Table.Td>
                </Table.Tr>
              ))
            : rows.map((row) => (
                <Table.Tr key={rowId(row)} className={classes["row"]}>
                  {selection && <Table.Td>{selection.one(row, rowId(row))}</Table.Td>}
                  {columns.map((column) => (
                    <Table.Td key={column.id} ta={column.align ?? "left"} className={classes["cell"]}>
                      {column.cell(row)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
