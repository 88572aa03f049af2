import { Alert, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { REASON_MAX } from "tributary-sdk/limits";
import type { ClawBackRow, ConversionRow } from "tributary-sdk/pages";
import { clawBack, clawBacksQuery } from "../../api/balances.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import { useNow } from "../../ui/clock.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { moneyText } from "../../format/numbers.ts";
import { AnchorLink } from "../../ui/link.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount, useChange } from "../shared/account.ts";

/** Only an approved conversion can have a claw-back, so the query is skipped for all others. */
function useClawBack(row: ConversionRow): { isLoaded: boolean; found: ClawBackRow | undefined } {
  const { id: accountId } = useAccount();
  const query = useQuery({
    ...clawBacksQuery(accountId, { conversion_id: row.id, limit: 1 }),
    enabled: row.status === "approved",
  });
  return { isLoaded: query.data !== undefined, found: query.data?.claw_backs[0] };
}

/** After the hold period, a conversion can no longer be rejected. Owners can still deduct its commission. */
export function ClawBackButton({ row }: { row: ConversionRow }): ReactNode {
  const { id: accountId, isOwner } = useAccount();
  const now = useNow();
  const { isLoaded, found } = useClawBack(row);
  const confirm = useConfirm();
  const change = useChange();
  const isMatured = row.status === "approved" && Date.parse(row.matures_at) <= now;
  if (!isOwner || !isMatured || row.commission === 0 || !isLoaded || found) return null;
  const amount = moneyText(row.commission, row.commission_currency);
  const deduct = async (reason: string | undefined): Promise<unknown> =>
    change(
      clawBack(accountId, row.id, { reason: reason ?? "" }),
      () => `${amount} will be deducted from the next payouts to ${row.affiliate_name}.`,
    );
  return (
    <ActionButton
      variant="default"
      run={async () =>
        confirm({
          title: `Deduct the commission for ${row.external_id}?`,
          body: `${amount} will be deducted from the next payouts to ${row.affiliate_name} in ${row.commission_currency}. Any remainder carries over. The money does not return to the budget of ${row.campaign_name}. This cannot be undone.`,
          action: `Deduct ${amount}`,
          dangerous: true,
          note: { label: "Reason", help: "Required. Visible to the affiliate.", lengthMax: REASON_MAX, required: true },
          run: deduct,
        })
      }
    >
      Deduct commission
    </ActionButton>
  );
}

export function ClawedBack({ row }: { row: ConversionRow }): ReactNode {
  const { id: accountId } = useAccount();
  const { found } = useClawBack(row);
  if (!found) return null;
  const { amount, currency, reason, created_at: at, payout_id: payoutId } = found;
  return (
    <Alert
      color="orange"
      variant="light"
      title={`${moneyText(amount, currency)} ${payoutId === null ? "to be deducted" : "deducted"}`}
    >
      <Text size="sm" className="breakable">
        “{reason}” · <When at={at} /> ·{" "}
        {payoutId === null ? (
          "to be deducted from the next payouts"
        ) : (
          <AnchorLink
            to="/dashboard/$accountId/payouts/$payoutId"
            params={{ accountId, payoutId }}
            size="sm"
            underline="always"
            c="inherit"
          >
            deducted from payout
          </AnchorLink>
        )}
      </Text>
    </Alert>
  );
}
