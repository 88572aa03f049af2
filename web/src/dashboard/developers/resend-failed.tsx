import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { EndpointRow } from "tributary-sdk/pages";
import { deliveriesQuery, resendFailed, updateEndpoint } from "../../api/webhooks.ts";
import { countText, numberText } from "../../format/numbers.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import { useNow } from "../../ui/clock.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { notifyDone } from "../../ui/notice/notify.ts";
import { useAccount, useChange } from "../shared/account.ts";

const DAY_MS = 86_400_000;
const DAYS = 7;

interface ResendFailedProps {
  readonly endpoints: readonly EndpointRow[];
  /** Only deliveries to this endpoint. */
  readonly endpointId: string | undefined;
}

/** Counts first, so that the dialog says how many deliveries will be resent, and from which period. */
export function ResendFailed({ endpoints, endpointId }: ResendFailedProps): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  const now = useNow();
  const count = useCount(accountId);
  const chosen = endpoints.find(({ id }) => id === endpointId);
  const isDisabled = chosen?.enabled === false;
  const label = isDisabled ? "Enable and send" : "Resend failed deliveries";
  const ask = async (): Promise<void> => {
    const live = chosen ? [chosen] : endpoints.filter(({ enabled }) => enabled);
    const recent = new Date(now - DAYS * DAY_MS).toISOString();
    const [inDays, ever] = await Promise.all([count(live, recent), count(live, undefined)]);
    if (ever === 0) return notifyDone("No failed deliveries to resend. Disabled endpoints are left out.");
    const [resent, since] = inDays > 0 ? [inDays, recent] : [ever, new Date(0).toISOString()];
    confirm({
      title: `Resend ${countText(resent, "failed delivery", "failed deliveries")}?`,
      body: `${spanText(inDays, ever)}${isDisabled ? " The endpoint is enabled first." : ""}`,
      action: label,
      run: async () => {
        if (isDisabled) await change(updateEndpoint(accountId, chosen.id, { enabled: true }));
        const body = chosen ? { since, endpoint_id: chosen.id } : { since };
        await change(
          resendFailed(accountId, body),
          (result) => `Resending ${countText(result.count, "delivery", "deliveries")}.`,
        );
      },
    });
  };
  return (
    <ActionButton variant="default" size="sm" run={ask}>
      {label}
    </ActionButton>
  );
}

function spanText(inDays: number, ever: number): string {
  if (inDays === 0)
    return `All of them are older than ${DAYS} days. They are sent oldest first, unless their body was already deleted.`;
  const older = ever - inDays;
  const rest = older === 0 ? "" : ` ${numberText(older)} older ones are left out.`;
  return `They failed in the last ${DAYS} days and are sent oldest first.${rest}`;
}

function useCount(accountId: string) {
  const queries = useQueryClient();
  return async (endpoints: readonly EndpointRow[], from: string | undefined): Promise<number> => {
    const pages = await Promise.all(
      endpoints.map(({ id }) =>
        queries.fetchQuery(
          deliveriesQuery(accountId, {
            status: "failed",
            endpoint_id: id,
            limit: 1,
            ...(from === undefined ? {} : { from }),
          }),
        ),
      ),
    );
    return pages.reduce((sum, { pagination }) => sum + pagination.total, 0);
  };
}
