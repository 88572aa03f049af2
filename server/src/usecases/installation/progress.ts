/** The progress of a copy: rows copied of the current table, and its position among all tables. */
export interface Progress {
  readonly table: string;
  readonly rows: number;
  readonly index: number;
  readonly of: number;
}

export type OnProgress = (progress: Progress) => void;
