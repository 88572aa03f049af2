import type { ReactNode } from "react";
import type { Selection } from "./selection.tsx";

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "right";
  /** Too little to say for the width of a phone. */
  readonly wideOnly?: boolean;
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
  /** Shown instead of an empty table. Plain text becomes a note. */
  readonly empty: ReactNode;
}
