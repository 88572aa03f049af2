import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import { notifyDone } from "./notify.ts";

export type Change = <Result>(work: Promise<Result>, say?: (result: Result) => string) => Promise<Result>;

/** Waits for a change, notifies, and refetches every query under the key, because a change shows on many pages. */
export function useChangeOf(queryKey: QueryKey): Change {
  const queryClient = useQueryClient();
  return async (work, say) => {
    try {
      const result = await work;
      if (say) notifyDone(say(result));
      return result;
    } finally {
      // After an error too: the page may show outdated data.
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}
