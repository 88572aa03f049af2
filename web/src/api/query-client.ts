import { QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiFailure, isSignedOut } from "./failure.ts";

const FRESH_MS = 10_000;
const ATTEMPTS_MAX = 2;

/**
 * Calls `onSignedOut` when the session has ended. Ignores queries that no page shows: hovering over a link starts them,
 * and must not take the reader away from a form. The page requests the data again when it opens.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => (isSignedOut(error) && query.isActive() ? onSignedOut() : undefined),
    }),
    defaultOptions: {
      // Runs without a network too, so that the reader sees the failure.
      queries: { staleTime: FRESH_MS, retry: worthRetrying, retryDelay: 800, networkMode: "always" },
    },
  });
}

/** Retries only when the server was unreachable or unavailable. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < ATTEMPTS_MAX && error instanceof ApiFailure && (error.status === 0 || error.status === 503);
}
