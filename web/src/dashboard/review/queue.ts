import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ConversionRow, ConversionsResponse } from "tributary-sdk/pages";
import { accountKey } from "../../api/account.ts";
import { flaggedQuery, unflaggedQuery } from "../../api/conversions.ts";
import { useAccount } from "../shared/account.ts";
import { useDecisions, useHeldDecisions } from "../conversions/decisions.tsx";
import { useSteadyRows } from "../conversions/steady-rows.ts";

export interface QueuePart {
  readonly rows: readonly ConversionRow[];
  /** Pending on the server, except those decided here. */
  readonly left: number;
  readonly isAtLeast: boolean;
}

export interface Queue {
  readonly isLoaded: boolean;
  readonly error: Error | null;
  readonly unflagged: QueuePart;
  readonly flagged: QueuePart;
  /** Removes the decided rows and reads the queue again. */
  readonly refresh: () => void;
}

/** The pending conversions. Rows stay in place while the page is open. Decided ones are removed by the next refresh. */
export function useQueue(): Queue {
  const { id: accountId } = useAccount();
  const queryClient = useQueryClient();
  const held = useHeldDecisions();
  const [round, setRound] = useState(0);
  const [unflagged, flagged] = [useQuery(unflaggedQuery(accountId)), useQuery(flaggedQuery(accountId))];
  const refresh = (): void => {
    void held?.flush();
    setRound(round + 1);
    void queryClient.invalidateQueries({ queryKey: accountKey(accountId) });
  };
  return {
    isLoaded: unflagged.data !== undefined && flagged.data !== undefined,
    error: unflagged.error ?? flagged.error,
    unflagged: usePart(unflagged.data, round),
    flagged: usePart(flagged.data, round),
    refresh,
  };
}

function usePart(data: ConversionsResponse | undefined, round: number): QueuePart {
  const decisions = useDecisions();
  const rows = useSteadyRows({
    list: String(round),
    rows: data?.conversions,
    isPlaceholder: false,
    growsBelow: true,
  });
  const pending = data?.conversions.filter(({ id }) => decisions.has(id)).length ?? 0;
  return {
    rows: rows ?? [],
    left: (data?.pagination.total ?? 0) - pending,
    isAtLeast: data?.pagination.total_is_at_least === true,
  };
}
