import {
  notifyManager,
  QueryCache,
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
} from "@tanstack/react-query";
import { ApiFailure, isSignedOut } from "./failure.ts";

const FRESH_MS = 10_000;
const ATTEMPTS_MAX = 2;

/**
 * Calls `onSignedOut` when the session has ended. Ignores queries that no page shows: hovering over a link starts them,
 * and must not take the reader away from a form. The page requests the data again when it opens.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  return new FreshQueryClient({
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

/**
 * Also restarts the requests under way. Otherwise the response to a request sent before a change counts as fresh: a
 * query without data joins that request, and a preloaded one is not refetched at all.
 */
class FreshQueryClient extends QueryClient {
  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    if (options?.cancelRefetch === false) return super.invalidateQueries(filters, options);
    return notifyManager.batch(() => {
      const underWay = this.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" });
      // Silent, so that pending reads resolve with the new response.
      for (const query of underWay) void query.cancel({ revert: true, silent: true });
      const refetched = super.invalidateQueries(filters, options);
      for (const query of underWay) if (!query.isActive()) void query.fetch().catch(() => undefined);
      return refetched;
    });
  }
}
