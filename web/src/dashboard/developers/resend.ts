import { useQuery } from "@tanstack/react-query";
import type { DeliveryRow } from "tributary-sdk/pages";
import { endpointsQuery, resendDelivery, updateEndpoint } from "../../api/webhooks.ts";
import { useAccount, useChange } from "../shared/account.ts";

interface Resend {
  readonly label: string;
  readonly run: () => Promise<void>;
}

/** Resends a delivery. A disabled endpoint is enabled first, and the label says so. */
export function useResend(): (delivery: DeliveryRow, doneText: string) => Resend {
  const { id: accountId, canManage } = useAccount();
  const change = useChange();
  const { data } = useQuery({ ...endpointsQuery(accountId), enabled: canManage });
  return (delivery, doneText) => {
    const isDisabled = data?.webhook_endpoints.some(({ id, enabled }) => id === delivery.endpoint_id && !enabled);
    return {
      label: isDisabled === true ? "Enable and send" : "Resend delivery",
      run: async () => {
        if (isDisabled === true) await change(updateEndpoint(accountId, delivery.endpoint_id, { enabled: true }));
        await change(resendDelivery(accountId, delivery.id), () => doneText);
      },
    };
  };
}
