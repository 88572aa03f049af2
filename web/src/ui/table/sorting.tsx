import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Column, Sorting } from "./columns.ts";
import classes from "./data-table.module.css";

type Direction = "ascending" | "descending";

export function directionOf<Row>({ sort }: Column<Row>, sorting: Sorting | undefined): Direction | undefined {
  if (sort === undefined || sorting?.by === undefined) return undefined;
  if (sorting.by === sort) return "ascending";
  return sorting.by === `-${sort}` ? "descending" : undefined;
}

/** One direction, then the other, then the list's default order. */
function nextOf<Row>(column: Column<Row>, direction: Direction | undefined): string | undefined {
  const { sort = "", sortDown = false } = column;
  const ways = sortDown ? [`-${sort}`, sort] : [sort, `-${sort}`];
  if (direction === undefined) return ways[0];
  return (direction === "descending") === sortDown ? ways[1] : undefined;
}

/** A column heading; a button if the column can be sorted. */
export function ColumnHead<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }): ReactNode {
  if (column.sort === undefined || !sorting) return column.header;
  const direction = directionOf(column, sorting);
  const Arrow = direction === "ascending" ? IconArrowUp : IconArrowDown;
  return (
    <button
      type="button"
      className={classes["sort"]}
      data-direction={direction}
      onClick={() => sorting.onSort(nextOf(column, direction))}
    >
      {column.header}
      <Arrow size={14} stroke={1.8} aria-hidden />
    </button>
  );
}

/** The rows in the chosen order. Unchanged if the API has sorted them. */
export function sortedRows<Row>(
  rows: readonly Row[] | undefined,
  columns: readonly Column<Row>[],
  sorting: Sorting | undefined,
): readonly Row[] | undefined {
  const column = columns.find((each) => directionOf(each, sorting) !== undefined);
  const sortValue = column?.sortValue;
  if (!rows || !column || !sortValue || sorting?.inPage !== true) return rows;
  const sign = directionOf(column, sorting) === "ascending" ? 1 : -1;
  return rows.toSorted((one, other) => sign * compare(sortValue(one), sortValue(other)));
}

const collator = new Intl.Collator(undefined, { numeric: true });

const compare = (one: string | number, other: string | number): number =>
  typeof one === "number" && typeof other === "number" ? one - other : collator.compare(String(one), String(other));
