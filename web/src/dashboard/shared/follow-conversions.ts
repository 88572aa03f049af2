import { useIdle } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { accountKey } from "../../api/account.ts";
import { pulseQuery } from "../../api/overview.ts";
import { useAccount } from "./account.ts";

const POLL_MS = 5_000;
/** Polling stops after this idle time, so that a forgotten page does not keep its session alive. */
const IDLE_MS = 30 * 60_000;

export const useIsIdle = (): boolean => useIdle(IDLE_MS, { initialState: false });

/** Queries that show conversions. They are refetched when one was tracked, approved or rejected. */
const followers = ["overview", "conversions", "setup"];

/**
 * Shows new conversions without a reload. It polls a short version and refetches the page's queries only when the
 * version has changed. It does not poll while the page is hidden. Returns the interval at which the page may poll for more.
 */
export function useFollow(): number | false {
  const { id } = useAccount();
  const queryClient = useQueryClient();
  const idle = useIsIdle();
  const { data } = useQuery({ ...pulseQuery(id), enabled: !idle, refetchInterval: POLL_MS, retry: false });
  const seen = useRef<string>(undefined);
  const version = data?.version;
  useEffect(() => {
    if (version === undefined) return;
    const isNew = seen.current !== undefined && seen.current !== version;
    seen.current = version;
    if (isNew) for (const key of followers) void queryClient.invalidateQueries({ queryKey: accountKey(id, key) });
  }, [version, id, queryClient]);
  return idle ? false : POLL_MS;
}
