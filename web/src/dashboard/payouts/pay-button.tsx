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

/** Creates a payout to one affiliate with everything that is ready to pay in one currency. */
export function PayButton({ row, label = "Pay" }: { row: BalanceRow; label?: string }): ReactNode {
  const { id: accountId, isOwner } = useAccount();
  const confirm = useConfirm();
  const change = useChange();
  const navigate = useNavigate();
  if (!isOwner || row.state !== "payable") return null;
  const amount = moneyText(row.payable, row.currency);
  const create = async (): Promise<void> => {
    const { payout } = await change(
      createPayout(accountId, { affiliate_id: row.affiliate_id, currency: row.currency }),
      ({ payout: { amount: paid, currency, affiliate_name: name } }) =>
        `Created a payout of ${moneyText(paid, currency)} to ${name}. Pay it, then mark it as paid.`,
    );
    const params = { accountId, payoutId: payout.id };
    await navigate({ to: "/dashboard/$accountId/payouts/$payoutId", params });
  };
  return (
    <ActionButton
      className="above"
      size="compact-sm"
      variant="default"
      aria-label={`Pay ${row.affiliate_name} ${amount}`}
      run={async () =>
        confirm({
          title: `Create a payout to ${row.affiliate_name}?`,
          body: <Consequence row={row} />,
          action: `Create payout of ${amount}`,
          run: create,
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
        {moneyText(withdrawable, currency)} commission
        {owed > 0 ? `, minus ${moneyText(owed, currency)} in deductions` : ""}
        {owed < 0 ? `, plus ${moneyText(-owed, currency)} in returned deductions` : ""}.
        {method === null ? "" : ` Payment method: ${methodWords[method]}.`}
      </Text>
      <Text component="span" inherit display="block" mt="xs">
        Tributary reserves the conversions for this payout and sends a webhook. It moves no money: pay the affiliate,
        then mark the payout as paid.
      </Text>
    </>
  );
}
