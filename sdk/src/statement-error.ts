/** The check could not be made. What a check finds wrong in a statement is not an error but a problem in its result. */
export class StatementError extends Error {
  override readonly name = "StatementError";
  readonly code: "invalid_statement" | "invalid_issuer" | "issuer_unreachable";

  constructor(code: StatementError["code"], text: string) {
    super(text);
    this.code = code;
  }
}
