import { Anchor, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { affiliatesQuery } from "../../api/affiliates.ts";
import { campaignsQuery } from "../../api/campaigns.ts";
import { claimsQuery } from "../../api/claims.ts";
import { conversionsQuery } from "../../api/conversions.ts";
import { deliveriesQuery } from "../../api/webhooks.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { FactStrip } from "../../ui/facts.tsx";
import { numberText } from "../../ui/numbers.ts";
import { Section } from "../../ui/section.tsx";
import { ProblemState } from "../../ui/states.tsx";
import type { Span } from "../../ui/table-foot.tsx";
import { useAccount } from "../account.ts";
import { useConversionColumns } from "../conversions/columns.tsx";

const FEW = 5;

/** What asks for a decision, and how much is going on. */
export function Waiting(): ReactNode {
  const { id: accountId } = useAccount();
  const pending = useQuery(conversionsQuery(accountId, { status: "pending", limit: FEW }));
  const campaigns = useQuery(campaignsQuery(accountId, { status: "active", limit: 1 }));
  const applicants = useQuery(affiliatesQuery(accountId, { status: "pending", limit: 1 }));
  const claims = useQuery(claimsQuery(accountId, { state: "open", limit: 1 }));
  const failed = useQuery(deliveriesQuery(accountId, { status: "failed", limit: 1 }));
  const columns = useConversionColumns(undefined);
  const params = { accountId };
  const counts = [
    {
      label: "Conversions to decide",
      span: pending.data?.pagination,
      link: { to: "/dashboard/$accountId/conversions", params, search: { status: "pending" } },
    },
    {
      label: "Affiliates to approve",
      span: applicants.data?.pagination,
      link: { to: "/dashboard/$accountId/affiliates", params, search: { status: "pending" } },
    },
    {
      label: "Claims to answer",
      span: claims.data?.pagination,
      link: { to: "/dashboard/$accountId/claims", params, search: { state: "open" } },
    },
    {
      label: "Active campaigns",
      span: campaigns.data?.pagination,
      link: { to: "/dashboard/$accountId/campaigns", params, search: { status: "active" } },
    },
    {
      label: "Failed webhooks",
      span: failed.data?.pagination,
      link: { to: "/dashboard/$accountId/developers", params, search: { tab: "deliveries", status: "failed" } },
    },
  ];
  return (
    <Stack gap="xl">
      <FactStrip
        facts={counts.map(({ label, span, link }) => ({
          label,
          value: <Count span={span} link={link} label={label} />,
        }))}
      />
      <Section title="Conversions that wait for you">
        {pending.error ? (
          <ProblemState error={pending.error} onRetry={() => void pending.refetch()} />
        ) : (
          <DataTable
            label="Pending conversions"
            columns={columns}
            rows={pending.data?.conversions}
            rowId={({ id }) => id}
            empty={
              <Text size="sm" c="dimmed">
                Nothing waits. New conversions appear here as they are tracked.
              </Text>
            }
          />
        )}
      </Section>
    </Stack>
  );
}

function Count({ span, link, label }: { span: Span | undefined; link: object; label: string }): ReactNode {
  if (!span) return "…";
  const text = `${numberText(span.total)}${span.total_is_at_least === true ? "+" : ""}`;
  return (
    <Anchor component={Link} {...link} inherit aria-label={`${label}: ${text}`}>
      {text}
    </Anchor>
  );
}
