/** The statement could not be checked. Problems that a check finds in a statement are part of its result, not errors. */
export class StatementError extends Error {
  override readonly name = "StatementError";
  readonly code: "invalid_statement" | "invalid_issuer" | "issuer_unreachable";

  constructor(code: StatementError["code"], text: string) {
    super(text);
    this.code = code;
  }
}
