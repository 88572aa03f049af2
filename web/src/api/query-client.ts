import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiFailure, isSignedOut } from "./failure.ts";

const FRESH_MS = 10_000;
const ATTEMPTS_MAX = 2;

/** `onSignedOut` is called when any answer says that the session has ended. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const watch = { onError: (error: unknown) => (isSignedOut(error) ? onSignedOut() : undefined) };
  return new QueryClient({
    queryCache: new QueryCache(watch),
    mutationCache: new MutationCache(watch),
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: worthRetrying, retryDelay: 800 },
    },
  });
}

/** A refusal stays a refusal; only what was unreachable or away may be there a moment later. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < ATTEMPTS_MAX && error instanceof ApiFailure && (error.status === 0 || error.status === 503);
}
