import type { Failure } from "tributary-sdk";

/** An error response of the API. Status 0: the server was unreachable. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  /** From the Retry-After header, if the response has one. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, body: Partial<Failure>, retryAfterMs?: number) {
    super(body.error ?? "The server sent an unexpected response. Try again.");
    this.status = status;
    this.code = body.code ?? "unknown";
    this.requestId = body.request_id;
    this.retryAfterMs = retryAfterMs;
  }
}

export const unreachable = (): ApiFailure =>
  new ApiFailure(0, {
    error: "Can't reach the server. Check your connection and try again.",
    code: "unreachable",
  });

export const isSignedOut = (error: unknown): boolean => error instanceof ApiFailure && error.code === "not_signed_in";

export const messageOf = (error: unknown): string =>
  error instanceof ApiFailure ? error.message : "Something went wrong on this page. Reload it.";
