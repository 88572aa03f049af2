/** A row of an uploaded table. */
export interface TableRow {
  /** In the file, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}
