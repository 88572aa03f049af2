import { Group, Skeleton, Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./brief-list.module.css";
import type { Brief } from "./columns.ts";
import type { Selection } from "./selection.tsx";

const SKELETON_ROWS = 4;

interface BriefListProps<Row> {
  readonly label: string;
  /** undefined while loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowId: (row: Row) => string;
  readonly brief: (row: Row) => Brief;
  readonly busy?: boolean;
  readonly selection?: Selection<Row> | undefined;
}

/** Rows of two lines: title and amount, then note and badge. */
export function BriefList<Row>(props: BriefListProps<Row>): ReactNode {
  const { label, rows, rowId, brief, busy = false, selection } = props;
  return (
    <>
      {selection && rows && <SelectAll rows={rows} rowId={rowId} selection={selection} />}
      <ul
        className={classes["list"]}
        aria-label={label}
        aria-busy={busy || rows === undefined}
        data-busy={busy || undefined}
      >
        {rows === undefined
          ? Array.from({ length: SKELETON_ROWS }, (_, index) => (
              <li key={index} className={classes["row"]}>
                <Skeleton height={36} />
              </li>
            ))
          : rows.map((row) => (
              <li key={rowId(row)} className={classes["row"]}>
                {selection?.one(row, rowId(row))}
                <Lines {...brief(row)} />
              </li>
            ))}
      </ul>
    </>
  );
}

interface SelectAllProps<Row> {
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly selection: Selection<Row>;
}

export const SelectAll = <Row,>({ rows, rowId, selection }: SelectAllProps<Row>): ReactNode => (
  <Group gap="sm" py="xs">
    {selection.all(rows.map(rowId))}
    <Text size="sm" c="dimmed" aria-hidden>
      Select all on this page
    </Text>
  </Group>
);

const Lines = ({ title, amount, note, badge, more, action }: Brief): ReactNode => (
  <>
    <div className={classes["lines"]}>
      <div className={classes["line"]}>
        <div className={classes["title"]}>{title}</div>
        {amount !== undefined && <div className={classes["amount"]}>{amount}</div>}
      </div>
      <div className={classes["line"]} data-second>
        <div className={classes["note"]}>{note}</div>
        {badge}
      </div>
      {more !== undefined && <div className={classes["more"]}>{more}</div>}
    </div>
    {action}
  </>
);
