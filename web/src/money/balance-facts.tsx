import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Balance } from "tributary-sdk/pages";
import { dayOf } from "../format/dates.ts";
import { FactStrip } from "../ui/facts.tsx";
import { moneyText } from "../format/numbers.ts";
import { balanceSentence, type Reader } from "../words/balances.ts";

/** The stages of money in one currency, from pending to paid; never added to another currency's. */
export function BalanceFacts({ balance, reader }: { balance: Balance; reader: Reader }): ReactNode {
  const { currency, next_matures_at: next, withdrawable_since: since } = balance;
  const money = (amount: number): string => moneyText(amount, currency);
  return (
    <Stack gap={6}>
      <FactStrip
        facts={[
          { label: "Pending", value: money(balance.pending), note: "waits for approval" },
          {
            label: "Maturing",
            value: money(balance.maturing),
            note: next === null ? "approved" : `next on ${dayOf(next)}`,
          },
          {
            label: "Ready to pay",
            value: money(balance.payable),
            note: balance.payable === 0 || since === null ? "in no payout" : `since ${dayOf(since)}`,
          },
          { label: "In payout", value: money(balance.in_payout), note: "made, not paid yet" },
          { label: "Paid", value: money(balance.paid), note: "in all" },
          { label: "To be deducted", value: money(balance.owed_back), note: "from the next payout" },
        ]}
      />
      <Text size="sm" c="dimmed">
        {balanceSentence(balance, reader)}
      </Text>
    </Stack>
  );
}
