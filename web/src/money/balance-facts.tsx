import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Balance } from "tributary-sdk/pages";
import { dayOf } from "../format/dates.ts";
import { FactStrip } from "../ui/facts.tsx";
import { moneyText } from "../format/numbers.ts";
import { balanceSentence, type Reader } from "../words/balances.ts";

/** The balance in one currency, from pending to paid. */
export function BalanceFacts({ balance, reader }: { balance: Balance; reader: Reader }): ReactNode {
  const { currency, next_matures_at: next, withdrawable_since: since } = balance;
  const money = (amount: number): string => moneyText(amount, currency);
  return (
    <Stack gap={6}>
      <FactStrip
        facts={[
          { label: "Pending review", value: money(balance.pending), note: "not approved yet" },
          {
            label: "On hold",
            value: money(balance.maturing),
            note: next === null ? "approved" : `next part ready on ${dayOf(next)}`,
          },
          {
            label: reader === "affiliate" ? "Ready" : "Ready to pay",
            value: money(balance.payable),
            note: balance.payable === 0 || since === null ? "not in a payout yet" : `since ${dayOf(since)}`,
          },
          { label: "In transit", value: money(balance.in_payout), note: "in payouts not paid yet" },
          { label: "Paid", value: money(balance.paid), note: "to date" },
          { label: "To be deducted", value: money(balance.owed_back), note: "from the next payout" },
        ]}
      />
      <Text size="sm" c="dimmed">
        {balanceSentence(balance, reader)}
      </Text>
    </Stack>
  );
}
