import { useIdle } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { accountKey } from "../../api/account.ts";
import { pulseQuery } from "../../api/overview.ts";
import { useAccount } from "./account.ts";

const LOOK_MS = 5_000;
/** Idle timeout: polling stops, so that a forgotten page does not keep its session alive. */
const IDLE_MS = 30 * 60_000;

/** What shows conversions, and so is read again when one was tracked or decided. */
const followers = ["overview", "conversions", "setup"];

/**
 * Follows new conversions without a reload: every few seconds a small question, and the page's own ones only when the
 * answer has changed. Nothing is asked while the page is hidden. Returns how often the page may poll for anything else.
 */
export function useFollow(): number | false {
  const { id } = useAccount();
  const queryClient = useQueryClient();
  const idle = useIdle(IDLE_MS, { initialState: false });
  const { data } = useQuery({ ...pulseQuery(id), enabled: !idle, refetchInterval: LOOK_MS, retry: false });
  const seen = useRef<string>(undefined);
  const version = data?.version;
  useEffect(() => {
    if (version === undefined) return;
    const isNew = seen.current !== undefined && seen.current !== version;
    seen.current = version;
    if (isNew) for (const key of followers) void queryClient.invalidateQueries({ queryKey: accountKey(id, key) });
  }, [version, id, queryClient]);
  return idle ? false : LOOK_MS;
}
