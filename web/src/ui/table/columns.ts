import type { ReactNode } from "react";
import type { Selection } from "./selection.tsx";

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "right";
  /** Hidden on a phone. */
  readonly wideOnly?: boolean;
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
  readonly selection?: Selection<Row> | undefined;
  /** Shown instead of an empty table. Plain text becomes a note. */
  readonly empty: ReactNode;
}
