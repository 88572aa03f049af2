/** A query of the ids of all rows that are wrong. */
export interface Check {
  readonly name: string;
  readonly finding: string;
  readonly wrong: string;
}
