import { useQueryClient, type DataTag, type QueryKey } from "@tanstack/react-query";
import { notifyDone } from "./notify.ts";

/** `into` is the query that has the same response: its page may be opened before it has been read again. */
export type Change = <Result>(
  work: Promise<Result>,
  say?: (result: Result) => string,
  into?: { readonly queryKey: DataTag<QueryKey, Result, Error> },
) => Promise<Result>;

/** Waits for a change, notifies, and refetches every query under the key, because a change shows on many pages. */
export function useChangeOf(queryKey: QueryKey): Change {
  const queryClient = useQueryClient();
  return async (work, say, into) => {
    try {
      const result = await work;
      if (into) queryClient.setQueryData<unknown>(into.queryKey, result);
      if (say) notifyDone(say(result));
      return result;
    } finally {
      // After an error too: the page may show outdated data.
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}
