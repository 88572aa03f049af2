/** How far a copy has come: so many rows of this table, which is one of so many. */
export interface Progress {
  readonly table: string;
  readonly rows: number;
  readonly place: number;
  readonly of: number;
}

export type OnProgress = (progress: Progress) => void;
