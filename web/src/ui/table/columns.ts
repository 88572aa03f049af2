import type { ReactNode } from "react";
import type { Selection } from "./selection.tsx";

// Sorting: a column that can be sorted declares `sort`, and its table gets `sorting`: the current order and a way to
// change it, both from the page's URL (`?sort=-amount`).
//   columns:  sortable(moneyColumn("amount", …)), or `sort: "amount"` in a column of your own
//   search:   searchSchema({ …, sort: oneOf(conversionSorts) })   with the keys in sdk/src/words.ts
//   table:    <Listed … sorting={sortingOf(filter.sort, onFilter)} />
// A paged list sends `sort` to the API (`orderBy` in server/src/store/page.ts). A table whose whole list is in the page
// sorts it without the API: `sorting={{ ...sortingOf(filter.sort, onFilter), inPage: true }}`, and its columns have a
// `sortValue`.

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "right";
  /** Hidden on a phone, and in a table with little room. */
  readonly wideOnly?: boolean;
  /** The key in `?sort=`; without it the column cannot be sorted. */
  readonly sort?: string;
  /** The first click sorts in descending order: the largest or the newest first. */
  readonly sortDown?: boolean;
  /** For tables that are sorted in the page. */
  readonly sortValue?: (row: Row) => string | number;
}

export interface Sorting {
  /** `amount` for ascending order, `-amount` for descending, undefined for the list's default order. */
  readonly by: string | undefined;
  readonly onSort: (by: string | undefined) => void;
  /** The whole list is in the page, so the table sorts it, by the columns' `sortValue`. */
  readonly inPage?: boolean;
}

/** A row on a phone, in two lines: title and amount, then note and badge. */
export interface Brief {
  readonly title: ReactNode;
  readonly amount?: ReactNode;
  readonly note: ReactNode;
  readonly badge?: ReactNode;
  /** Text below both lines. */
  readonly more?: ReactNode;
  /** Next to both lines, such as the row's menu. */
  readonly action?: ReactNode;
}

export interface DataTableProps<Row> {
  /** The table's name for screen readers. */
  readonly label: string;
  /** The first column names the row; the last one may hold its actions. */
  readonly columns: readonly Column<Row>[];
  /** undefined while loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowId: (row: Row) => string;
  readonly busy?: boolean;
  /** On a phone, shows each row in two lines instead of a card with every column. */
  readonly brief?: ((row: Row) => Brief) | undefined;
  readonly selection?: Selection<Row> | undefined;
  readonly sorting?: Sorting | undefined;
  /** Shown instead of an empty table. Plain text becomes a note. */
  readonly empty: ReactNode;
}
