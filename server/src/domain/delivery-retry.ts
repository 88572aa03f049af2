import type { Attempt } from "./delivery.ts";

export type AfterAttempt =
  | { readonly status: "delivered" }
  | { readonly status: "waiting"; readonly dueAt: Date }
  | { readonly status: "failed" };

/** Each delay starts when the previous attempt fails. Expired deliveries are not retried. */
export function afterAttempt(
  { failure, endedAt }: Pick<Attempt, "failure" | "endedAt">,
  failuresBefore: number,
  retrySeconds: readonly number[],
): AfterAttempt {
  if (!failure) return { status: "delivered" };
  const pauseSeconds = failure.kind === "expired" ? undefined : retrySeconds[failuresBefore];
  if (pauseSeconds === undefined) return { status: "failed" };
  return { status: "waiting", dueAt: new Date(endedAt.getTime() + pauseSeconds * 1000) };
}
