import { Checkbox, Skeleton, Table, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { CardList } from "./card-list.tsx";
import classes from "./data-table.module.css";

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "right";
  /** Too little to say for the width of a phone. */
  readonly wideOnly?: boolean;
}

export interface Selection<Row> {
  readonly ids: ReadonlySet<string>;
  readonly onChange: (ids: ReadonlySet<string>) => void;
  readonly nameOf: (row: Row) => string;
}

export interface DataTableProps<Row> {
  /** What the table lists, for those who hear it. */
  readonly label: string;
  /** The first column says which thing, the last one may hold what can be done with it. */
  readonly columns: readonly Column<Row>[];
  /** undefined: not here yet. */
  readonly rows: readonly Row[] | undefined;
  readonly rowId: (row: Row) => string;
  readonly busy?: boolean;
  readonly selection?: Selection<Row> | undefined;
  readonly empty: ReactNode;
}

const SKELETON_ROWS = 8;

export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const narrow = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  if (props.rows?.length === 0) return props.empty;
  return narrow ? <CardList {...props} /> : <WideTable {...props} />;
}

function WideTable<Row>({ label, columns, rows, rowId, busy = false, selection }: DataTableProps<Row>): ReactNode {
  return (
    <div className={classes["scroll"]}>
      <Table aria-label={label} aria-busy={busy || rows === undefined} className={classes["table"]} data-busy={busy}>
        <Table.Thead>
          <Table.Tr>
            {selection && (
              <Table.Th w={40}>
                <SelectAll rows={rows ?? []} rowId={rowId} selection={selection} />
              </Table.Th>
            )}
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
                  {selection && (
                    <Table.Td>
                      <SelectOne row={row} id={rowId(row)} selection={selection} />
                    </Table.Td>
                  )}
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

function SelectAll<Row>(props: {
  rows: readonly Row[];
  rowId: (row: Row) => string;
  selection: Selection<Row>;
}): ReactNode {
  const { rows, rowId, selection } = props;
  const here = rows.map(rowId);
  const chosen = here.filter((id) => selection.ids.has(id)).length;
  const all = chosen > 0 && chosen === here.length;
  const toggle = (): void => {
    const next = new Set(selection.ids);
    for (const id of here) {
      if (all) next.delete(id);
      else next.add(id);
    }
    selection.onChange(next);
  };
  return (
    <Checkbox
      size="xs"
      aria-label="Select all on this page"
      checked={all}
      indeterminate={chosen > 0 && !all}
      onChange={toggle}
    />
  );
}

export function SelectOne<Row>({ row, id, selection }: { row: Row; id: string; selection: Selection<Row> }): ReactNode {
  const toggle = (): void => {
    const next = new Set(selection.ids);
    if (!next.delete(id)) next.add(id);
    selection.onChange(next);
  };
  return (
    <Checkbox
      className="above"
      size="xs"
      aria-label={`Select ${selection.nameOf(row)}`}
      checked={selection.ids.has(id)}
      onChange={toggle}
    />
  );
}
