import { QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiFailure, isSignedOut } from "./failure.ts";

const FRESH_MS = 10_000;
const ATTEMPTS_MAX = 2;

/** `onSignedOut` is called when any response says that the session has ended. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => (isSignedOut(error) ? onSignedOut() : undefined) }),
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: worthRetrying, retryDelay: 800 },
    },
  });
}

/** Retries only when the server was unreachable or unavailable. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < ATTEMPTS_MAX && error instanceof ApiFailure && (error.status === 0 || error.status === 503);
}
