import type { Failure } from "tributary-sdk";

/** What the service answered when it said no, or that it could not be reached at all (status 0). */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  /** How long the service asks to wait before the next try; undefined if it does not say. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, body: Partial<Failure>, retryAfterMs?: number) {
    super(body.error ?? "The service did not answer in a way that this page understands. Try again.");
    this.status = status;
    this.code = body.code ?? "unknown";
    this.requestId = body.request_id;
    this.retryAfterMs = retryAfterMs;
  }
}

export const unreachable = (): ApiFailure =>
  new ApiFailure(0, {
    error: "The service cannot be reached. Check your connection and try again.",
    code: "unreachable",
  });

export const isSignedOut = (error: unknown): boolean => error instanceof ApiFailure && error.code === "not_signed_in";

export const messageOf = (error: unknown): string =>
  error instanceof ApiFailure ? error.message : "Something went wrong on this page. Load it again.";
