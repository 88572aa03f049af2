import { isTributaryError, type TributaryError } from "tributary-sdk";
import type { Step } from "./unreliable-proxy.ts";

export const LIMITED: Step = {
  status: 429,
  headers: { "retry-after": "7" },
  body: '{"error":"Slowly.","code":"rate_limited"}',
};
export const UNAVAILABLE: Step = {
  status: 503,
  headers: { "retry-after": "2" },
  body: '{"error":"Unavailable.","code":"database_away"}',
};
export const BUG: Step = { status: 500, body: '{"error":"Oh.","code":"internal_error"}' };
export const GATEWAY: Step = { status: 502, headers: { "content-type": "text/html" }, body: "<h1>Bad gateway</h1>" };
/** The work is done, but the response to the commit was lost. */
export const UNAVAILABLE_AFTER: Step = { ...(UNAVAILABLE as object), status: 503, after: true };

export async function failureOf(work: Promise<unknown>): Promise<TributaryError> {
  const reason: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isTributaryError(reason)) throw new Error(`It did not fail: ${String(reason)}`);
  return reason;
}
