import { Alert, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { MoneySummaryResponse } from "tributary-sdk/pages";
import { moneySummaryQuery } from "../../api/balances.ts";
import { blockedText, readyText, waitingLongText } from "../../money/stuck-money.ts";
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
    <Stack gap="xs" className={classes["box"]}>
      <Money summary={data} />
      <WaitingLong summary={data} />
    </Stack>
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

function WaitingLong({ summary }: { summary: MoneySummaryResponse }): ReactNode {
  const { id: accountId } = useAccount();
  const text = waitingLongText(summary);
  if (text === undefined) return null;
  return (
    <Alert color="orange" variant="light">
      <Text size="sm">
        {text}.{" "}
        <AnchorLink
          to="/dashboard/$accountId/conversions"
          params={{ accountId }}
          search={{ status: "pending" }}
          inherit
          underline="always"
        >
          Review them
        </AnchorLink>{" "}
        or turn on automatic approval in{" "}
        <AnchorLink to="/dashboard/$accountId/campaigns" params={{ accountId }} inherit underline="always">
          a campaign’s settings
        </AnchorLink>
        .
      </Text>
    </Alert>
  );
}
