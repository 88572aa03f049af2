/** Selects the IDs of all wrong rows. */
export interface Check {
  readonly name: string;
  readonly finding: string;
  readonly wrong: string;
}
