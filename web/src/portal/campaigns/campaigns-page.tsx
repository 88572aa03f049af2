import { Group, Text } from "@mantine/core";
import { IconSpeakerphone } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PortalCampaignRow } from "tributary-sdk/pages";
import { ownCampaignsQuery } from "../../api/portal.ts";
import type { Column } from "../../ui/table/columns.ts";
import { CopyIcon } from "../../ui/copy.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { amountsText, numberText } from "../../format/numbers.ts";
import { Page } from "../../ui/page.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { EmptyState, ProblemState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { ruleText } from "../../words/commission.ts";
import { affiliationTones } from "../../words/tones.ts";

const FROM = "/portal/campaigns";

const columns: readonly Column<PortalCampaignRow>[] = [
  {
    id: "name",
    header: "Campaign",
    cell: (row) => (
      <>
        <RowLink link={{ to: "/portal/campaigns/$campaignId", params: { campaignId: row.id } }}>{row.name}</RowLink>
        <Text size="xs" c="dimmed">
          {row.merchant_name}
        </Text>
      </>
    ),
  },
  { id: "status", header: "Your status", cell: (row) => <Status row={row} /> },
  { id: "pays", header: "Pays", cell: (row) => ruleText(row) },
  {
    id: "link",
    header: "Link",
    cell: (row) => (
      <Group gap={2} wrap="nowrap">
        <Text span size="sm" ff="monospace">
          {row.affiliate_code}
        </Text>
        <CopyIcon value={row.unique_link} what={`link for ${row.name}`} />
      </Group>
    ),
  },
  {
    id: "clicks",
    header: "Clicks",
    align: "right",
    cell: ({ stats }) => <span className="number">{numberText(stats.clicks)}</span>,
  },
  {
    id: "conversions",
    header: "Conversions",
    align: "right",
    cell: ({ stats }) => <span className="number">{numberText(stats.conversions)}</span>,
  },
  { id: "pending", header: "Pending", align: "right", cell: (row) => <Commission row={row} part="pending" /> },
  { id: "approved", header: "Approved", align: "right", cell: (row) => <Commission row={row} part="approved" /> },
];

export function CampaignsPage(): ReactNode {
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const query = useQuery({ ...ownCampaignsQuery(search), placeholderData: keepPreviousData });
  return (
    <Page title="Campaigns" note="The campaigns that you are in, with your link for each.">
      {query.error ? (
        <ProblemState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <DataTable
            label="Campaigns"
            columns={columns}
            rows={query.data?.campaigns}
            rowId={({ id }) => id}
            busy={query.isPlaceholderData}
            empty={
              <EmptyState
                icon={IconSpeakerphone}
                title="No campaigns yet"
                text="You join a campaign by opening the invitation link that a merchant sends you."
              />
            }
          />
          <TableFoot
            span={query.data?.pagination}
            onOffset={(offset) => void navigate({ search: offset > 0 ? { offset } : {}, replace: true })}
          />
        </>
      )}
    </Page>
  );
}

/** Whether one is in it, and what hinders the link although one is. */
function Status({ row }: { row: PortalCampaignRow }): ReactNode {
  return (
    <Group gap={6}>
      <StatusBadge tone={affiliationTones[row.affiliation_status]}>{row.affiliation_status}</StatusBadge>
      {row.affiliation_status === "active" && row.status !== "active" && (
        <StatusBadge tone="quiet">{`campaign ${row.status}`}</StatusBadge>
      )}
    </Group>
  );
}

function Commission({ row, part }: { row: PortalCampaignRow; part: "pending" | "approved" }): ReactNode {
  const amounts = Object.entries(row.by_currency).map(([currency, sums]) => [currency, sums[part]] as const);
  return <span className="number">{amountsText(Object.fromEntries(amounts), "–")}</span>;
}
