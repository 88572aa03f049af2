import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { accountKey } from "../../api/account.ts";
import { pulseQuery } from "../../api/overview.ts";
import { useAccount } from "./account.ts";

const POLL_MS = 5_000;

/** Queries that show conversions. They are refetched when one was tracked, approved or rejected. */
const followers = ["overview", "conversions", "setup"];

/**
 * Shows new conversions without a reload. It polls a short version and refetches the page's queries only when the
 * version has changed. Like every query, it does not poll while the page is hidden or idle. Returns the interval at
 * which the page may poll for more.
 */
export function useFollow(): number {
  const { id } = useAccount();
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...pulseQuery(id), refetchInterval: POLL_MS, retry: false });
  const seen = useRef<string>(undefined);
  const version = data?.version;
  useEffect(() => {
    if (version === undefined) return;
    const isNew = seen.current !== undefined && seen.current !== version;
    seen.current = version;
    // Without restarting requests: on a slow server the next look would restart them again and again.
    if (isNew)
      for (const key of followers)
        void queryClient.invalidateQueries({ queryKey: accountKey(id, key) }, { cancelRefetch: false });
  }, [version, id, queryClient]);
  return POLL_MS;
}
