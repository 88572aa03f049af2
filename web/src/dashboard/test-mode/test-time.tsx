import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, type ReactNode } from "react";
import { accountKey } from "../../api/account.ts";
import { personQuery } from "../../api/session.ts";
import { testClockQuery } from "../../api/test-mode.ts";
import { TestTime } from "../../ui/clock.ts";
import type { AccountView } from "../shared/account.ts";

/** The time of the test account: for the band, and for everything in the frame. */
export function useTestTime({ id, test }: AccountView): string | undefined {
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...testClockQuery(id), enabled: test !== null });
  const now = test ? (data?.clock.now ?? test.now) : undefined;
  const known = useRef(now);
  useEffect(() => {
    if (now === undefined || known.current === now) return;
    known.current = now;
    // Whoever moved the clock, every page may show something else now.
    void queryClient.invalidateQueries(personQuery);
    void queryClient.invalidateQueries({ queryKey: accountKey(id) });
  }, [now, id, queryClient]);
  return now;
}

/** In a live account, everything keeps real time. */
export function AtTestTime({ now, children }: { now: string | undefined; children: ReactNode }): ReactNode {
  return <TestTime value={now === undefined ? undefined : Date.parse(now)}>{children}</TestTime>;
}
