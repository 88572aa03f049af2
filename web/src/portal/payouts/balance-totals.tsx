import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ownBalancesQuery } from "../../api/portal-money.ts";
import { BalanceBar } from "../../money/balance-bar.tsx";
import { totalBalances } from "../../money/total-balances.ts";
import { Card } from "../../ui/card.tsx";

/** The stages of the affiliate's money with all merchants, one bar for each currency. Nothing before the first commission. */
export function BalanceTotals(): ReactNode {
  const { data, isPending } = useQuery(ownBalancesQuery);
  if (isPending) return <Skeleton height={126} />;
  if (!data || data.balances.length === 0) return null;
  return (
    <Card>
      <Stack gap="lg">
        {totalBalances(data.balances).map((total) => (
          <BalanceBar key={total.currency} balance={total} reader="affiliate" />
        ))}
      </Stack>
    </Card>
  );
}
