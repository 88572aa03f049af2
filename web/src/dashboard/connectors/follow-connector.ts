import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ConnectorRow } from "tributary-sdk/pages";
import { accountKey } from "../../api/account.ts";
import { connectorPulseQuery } from "../../api/connectors.ts";
import { useAccount } from "../shared/account.ts";

const POLL_MS = 5_000;

/**
 * Shows new events without a reload. It polls three short facts, and refetches the figures and the receipts only when
 * they differ from those on the page. Like every query, it does not poll while the page is hidden or idle.
 */
export function useFollowConnector(connectorId: string, shown: ConnectorRow | undefined): void {
  const { id: accountId } = useAccount();
  const queryClient = useQueryClient();
  const query = connectorPulseQuery(accountId, connectorId);
  const { data: pulse } = useQuery({ ...query, refetchInterval: POLL_MS, retry: false });
  const now = pulse && [pulse.last_received_at, pulse.is_waiting, pulse.refused].join();
  const before = shown && [shown.last_received_at, shown.receipts.waiting > 0, shown.refused.count].join();
  useEffect(() => {
    if (now === undefined || before === undefined || now === before) return;
    // Without restarting requests: on a slow server the next look would restart them again and again.
    const queryKey = accountKey(accountId, "connectors", connectorId);
    void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  }, [now, before, accountId, connectorId, queryClient]);
}
