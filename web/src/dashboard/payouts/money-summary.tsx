import { Group, SegmentedControl, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { MoneySummaryResponse } from "tributary-sdk/pages";
import { moneySummaryQuery } from "../../api/balances.ts";
import { BalanceBar } from "../../money/balance-bar.tsx";
import { blockedText, readyText, unpayableText } from "../../money/stuck-money.ts";
import { Card } from "../../ui/card.tsx";
import { AnchorLink } from "../../ui/link.tsx";
import { useAccount } from "../shared/account.ts";
import { RemindButton } from "./remind-button.tsx";
import classes from "./money-summary.module.css";

/** What can be paid now, what is stuck, and the stages of all balances. Its space is reserved while it loads. */
export function MoneySummary(): ReactNode {
  const { id: accountId } = useAccount();
  const { data, isPending } = useQuery(moneySummaryQuery(accountId));
  if (isPending) return <Skeleton className={classes["box"] ?? ""} />;
  // The balances below say the same for each affiliate.
  if (!data || data.totals.length === 0) return null;
  return (
    <div className={classes["box"]}>
      <Card>
        <Stack gap="md">
          <Money summary={data} />
          <Unpayable summary={data} />
          <Totals summary={data} />
        </Stack>
      </Card>
    </div>
  );
}

/** One currency at a time, so that the list below stays in place. */
function Totals({ summary: { totals, ready, blocked, unpayable } }: { summary: MoneySummaryResponse }): ReactNode {
  const [chosen, setChosen] = useState<string>();
  const shown = totals.find(({ currency }) => currency === chosen) ?? totals[0];
  if (!shown) return null;
  const amountIn = (sums: MoneySummaryResponse["ready"]): number =>
    sums.find(({ currency }) => currency === shown.currency)?.amount ?? 0;
  const switchable = totals.length > 1 && (
    <SegmentedControl
      size="xs"
      w="fit-content"
      aria-label="Currency of the balances"
      data={totals.map(({ currency }) => currency)}
      value={shown.currency}
      onChange={setChosen}
    />
  );
  return (
    <>
      {switchable}
      <BalanceBar
        balance={{ ...shown, payable: amountIn(ready), next_matures_at: null, withdrawable_since: null }}
        blocked={amountIn(blocked) + amountIn(unpayable)}
        reader="merchant"
      />
    </>
  );
}

function Unpayable({ summary }: { summary: MoneySummaryResponse }): ReactNode {
  const text = unpayableText(summary);
  return text === undefined ? null : <Text size="sm">{text}</Text>;
}

function Money({ summary }: { summary: MoneySummaryResponse }): ReactNode {
  const { id: accountId } = useAccount();
  const blocked = blockedText(summary);
  return (
    <Group gap="sm">
      <Text>
        <Text span fw={600}>
          {readyText(summary) ?? "Nothing ready to pay"}
        </Text>
        {blocked !== undefined && (
          <>
            {" · "}
            <AnchorLink
              to="/dashboard/$accountId/payouts"
              params={{ accountId }}
              search={{ state: "no_payout_details" }}
              inherit
            >
              {blocked}
            </AnchorLink>
          </>
        )}
      </Text>
      <RemindButton summary={summary} />
    </Group>
  );
}
