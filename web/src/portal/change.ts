import { useQueryClient } from "@tanstack/react-query";
import { portalKey } from "../api/portal.ts";
import { notifyDone } from "../ui/notify.ts";

type Change = <Result>(work: Promise<Result>, say?: (result: Result) => string) => Promise<Result>;

/** Waits for a change, says what happened, and lets everything on the page be read again. */
export function usePortalChange(): Change {
  const queryClient = useQueryClient();
  return async (work, say) => {
    try {
      const result = await work;
      if (say) notifyDone(say(result));
      return result;
    } finally {
      // After a refusal too: the page showed something that is so no more.
      void queryClient.invalidateQueries({ queryKey: portalKey() });
    }
  };
}
