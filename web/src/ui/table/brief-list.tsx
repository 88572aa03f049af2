import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./brief-list.module.css";
import type { Brief } from "./columns.ts";

const SKELETON_ROWS = 4;

interface BriefListProps<Row> {
  readonly label: string;
  /** undefined while loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowId: (row: Row) => string;
  readonly brief: (row: Row) => Brief;
  readonly busy?: boolean;
}

/** Rows of two lines: title and amount, then note and badge. */
export function BriefList<Row>({ label, rows, rowId, brief, busy = false }: BriefListProps<Row>): ReactNode {
  return (
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
              <Lines {...brief(row)} />
            </li>
          ))}
    </ul>
  );
}

const Lines = ({ title, amount, note, badge, more }: Brief): ReactNode => (
  <>
    <div className={classes["line"]}>
      <div className={classes["title"]}>{title}</div>
      {amount !== undefined && <div className={classes["amount"]}>{amount}</div>}
    </div>
    <div className={classes["line"]} data-second>
      <div className={classes["note"]}>{note}</div>
      {badge}
    </div>
    {more}
  </>
);
