import { Group, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { MoneySummaryResponse } from "tributary-sdk/pages";
import { moneySummaryQuery } from "../../api/balances.ts";
import { blockedText, readyText } from "../../money/stuck-money.ts";
import { AnchorLink } from "../../ui/link.tsx";
import { useAccount } from "../shared/account.ts";
import { RemindButton } from "./remind-button.tsx";
import classes from "./money-summary.module.css";

/** What can be paid now, and what is stuck. Its space is reserved while it loads. */
export function MoneySummary(): ReactNode {
  const { id: accountId } = useAccount();
  const { data, isPending } = useQuery(moneySummaryQuery(accountId));
  if (isPending) return <Skeleton className={classes["box"] ?? ""} />;
  // The balances below say the same for each affiliate.
  if (!data) return null;
  return (
    <div className={classes["box"]}>
      <Money summary={data} />
    </div>
  );
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
