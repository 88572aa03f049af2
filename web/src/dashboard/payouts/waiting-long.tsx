import { Alert, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { moneySummaryQuery } from "../../api/balances.ts";
import { waitingLongText } from "../../money/stuck-money.ts";
import { AnchorLink } from "../../ui/link.tsx";
import { useAccount } from "../shared/account.ts";

/** Conversions that nobody has reviewed for months, and how to avoid that. */
export function WaitingLong(): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const { data } = useQuery(moneySummaryQuery(accountId));
  const text = data && waitingLongText(data);
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
          {canManage ? "Review them" : "View them"}
        </AnchorLink>
        {canManage && (
          <>
            {" "}
            or turn on automatic approval in{" "}
            <AnchorLink to="/dashboard/$accountId/campaigns" params={{ accountId }} inherit underline="always">
              a campaign’s settings
            </AnchorLink>
          </>
        )}
        .
      </Text>
    </Alert>
  );
}
