/** Which part of a list: the contract's limit and offset. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}
