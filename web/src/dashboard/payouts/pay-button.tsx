import { Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { BalanceRow } from "tributary-sdk/pages";
import { createPayout } from "../../api/payouts.ts";
import { methodWords } from "../../words/payouts.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { moneyText } from "../../format/numbers.ts";
import { useAccount, useChange } from "../shared/account.ts";

/** A payout for one affiliate: everything withdrawable in one currency. */
export function PayButton({ row, label = "Pay" }: { row: BalanceRow; label?: string }): ReactNode {
  const { id: accountId, isOwner } = useAccount();
  const confirm = useConfirm();
  const change = useChange();
  const navigate = useNavigate();
  if (!isOwner || row.state !== "payable") return null;
  const amount = moneyText(row.payable, row.currency);
  const make = async (): Promise<void> => {
    const { payout } = await change(
      createPayout(accountId, { affiliate_id: row.affiliate_id, currency: row.currency }),
      ({ payout: made }) =>
        `Made a payout of ${moneyText(made.amount, made.currency)} for ${made.affiliate_name}. Pay it, then mark it as paid.`,
    );
    const params = { accountId, payoutId: payout.id };
    await navigate({ to: "/dashboard/$accountId/payouts/$payoutId", params });
  };
  return (
    <ActionButton
      className="above"
      size="compact-sm"
      variant="light"
      aria-label={`Pay ${row.affiliate_name} ${amount}`}
      run={async () =>
        confirm({
          title: `Make a payout for ${row.affiliate_name}?`,
          body: <Consequence row={row} />,
          action: `Make a payout of ${amount}`,
          run: make,
        })
      }
    >
      {label}
    </ActionButton>
  );
}

function Consequence({ row }: { row: BalanceRow }): ReactNode {
  const { withdrawable, owed_back: owed, currency, payout_method: method } = row;
  return (
    <>
      <Text component="span" inherit display="block">
        {moneyText(withdrawable, currency)} is withdrawable
        {owed > 0 ? `, less ${moneyText(owed, currency)} that was clawed back` : ""}.
        {method === null ? "" : ` It goes out by ${methodWords[method].toLowerCase()}.`}
      </Text>
      <Text component="span" inherit display="block" mt="xs">
        The conversions are set aside for this payout, and a webhook says that it was made. Tributary moves no money
        itself: you pay, and mark it as paid.
      </Text>
    </>
  );
}
