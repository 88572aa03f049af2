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

/** Only what was approved can have been clawed back; anything else need not be asked about. */
function useClawBack(row: ConversionRow): { asked: boolean; found: ClawBackRow | undefined } {
  const { id: accountId } = useAccount();
  const query = useQuery({
    ...clawBacksQuery(accountId, { conversion_id: row.id, limit: 1 }),
    enabled: row.status === "approved",
  });
  return { asked: query.data !== undefined, found: query.data?.claw_backs[0] };
}

/** The one thing that can still be done after maturation, by an owner. */
export function ClawBackButton({ row }: { row: ConversionRow }): ReactNode {
  const { id: accountId, isOwner } = useAccount();
  const now = useNow();
  const { asked, found } = useClawBack(row);
  const confirm = useConfirm();
  const change = useChange();
  const isMatured = row.status === "approved" && Date.parse(row.matures_at) <= now;
  if (!isOwner || !isMatured || row.commission === 0 || !asked || found) return null;
  const amount = moneyText(row.commission, row.commission_currency);
  const claw = async (reason: string | undefined): Promise<unknown> =>
    change(
      clawBack(accountId, row.id, { reason: reason ?? "" }),
      () => `Clawed back. ${amount} comes off the next payouts to ${row.affiliate_name}.`,
    );
  return (
    <ActionButton
      variant="default"
      run={async () =>
        confirm({
          title: `Claw back ${row.external_id}?`,
          body: `${row.affiliate_name} owes ${amount} back. The next payouts in ${row.commission_currency} take it off; what they cannot cover is carried over. The budget of ${row.campaign_name} gets nothing back, and this cannot be undone.`,
          action: `Claw back ${amount}`,
          dangerous: true,
          note: { label: "Reason", help: "Needed. The affiliate reads it.", lengthMax: REASON_MAX, required: true },
          run: claw,
        })
      }
    >
      Claw back
    </ActionButton>
  );
}

export function ClawedBack({ row }: { row: ConversionRow }): ReactNode {
  const { id: accountId } = useAccount();
  const { found } = useClawBack(row);
  if (!found) return null;
  const { amount, currency, reason, created_at: at, payout_id: payoutId } = found;
  return (
    <Alert color="orange" variant="light" title={`Clawed back ${moneyText(amount, currency)}`}>
      <Text size="sm" className="breakable">
        “{reason}” · <When at={at} /> ·{" "}
        {payoutId === null ? (
          "carried over to the next payouts"
        ) : (
          <AnchorLink
            to="/dashboard/$accountId/payouts/$payoutId"
            params={{ accountId, payoutId }}
            size="sm"
            underline="always"
            c="inherit"
          >
            taken off a payout
          </AnchorLink>
        )}
      </Text>
    </Alert>
  );
}
