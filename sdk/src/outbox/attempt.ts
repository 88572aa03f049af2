import type { Tracked } from "../client.ts";
import { TributaryError } from "../error.ts";
import type { RefundOutcome } from "../resources.ts";

export type Outcome =
  | { readonly kind: "sent"; readonly result: Tracked | RefundOutcome }
  | { readonly kind: "failed"; readonly error: TributaryError }
  | { readonly kind: "later"; readonly everything: boolean };

/** One attempt to send a call. */
export interface Attempt {
  readonly outcome: Promise<Outcome>;
  /** How many callers wait for it. If nobody does, the callbacks report the result. */
  watchers: number;
  /** From here on, callers get the outcome. */
  decided: boolean;
}

export const timedOut = (cause: unknown): TributaryError =>
  new TributaryError({ code: "timed_out", message: "No response in time.", outcome: "unknown", attempts: 1, cause });
