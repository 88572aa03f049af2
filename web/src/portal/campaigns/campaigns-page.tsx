import { Group, Text } from "@mantine/core";
import { IconSpeakerphone } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { PortalCampaignRow } from "tributary-sdk/pages";
import { ownCampaignsQuery } from "../../api/portal.ts";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { countColumn, sortable } from "../../ui/table/column-kinds.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { CopyIcon } from "../../ui/copy.tsx";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { amountsText, countText } from "../../format/numbers.ts";
import { Page } from "../../ui/page.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { rateText } from "../../words/commission.ts";
import { affiliationTones } from "../../words/tones.ts";

const columns: readonly Column<PortalCampaignRow>[] = [
  {
    id: "name",
    header: "Campaign",
    sort: "name",
    cell: (row) => <Name row={row} note={row.merchant_name} />,
  },
  { id: "status", header: "Your status", cell: (row) => <Status row={row} /> },
  { id: "pays", header: "Commission", cell: (row) => rateText(row) },
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
  sortable(countColumn("clicks", "Clicks", ({ stats }) => stats.clicks)),
  sortable(countColumn("conversions", "Conversions", ({ stats }) => stats.conversions)),
  { id: "pending", header: "Pending", align: "right", cell: (row) => <Commission row={row} part="pending" /> },
  { id: "approved", header: "Approved", align: "right", cell: (row) => <Commission row={row} part="approved" /> },
];

const brief = (row: PortalCampaignRow): Brief => ({
  title: <Name row={row} />,
  amount: <CopyIcon value={row.unique_link} what={`link for ${row.name}`} />,
  note: `${row.merchant_name} · ${rateText(row)} · ${countText(row.stats.conversions, "conversion")}`,
  badge: <Status row={row} />,
});

const Name = ({ row, note }: { row: PortalCampaignRow; note?: string }): ReactNode => (
  <RowLink link={{ to: "/portal/campaigns/$campaignId", params: { campaignId: row.id } }} note={note}>
    {row.name}
  </RowLink>
);

export function CampaignsPage(): ReactNode {
  const { filter, onFilter } = useFilter("/portal/campaigns");
  const query = useList(ownCampaignsQuery(filter));
  return (
    <Page title="Campaigns" note="Your campaigns, with your link for each.">
      <Listed
        label="Campaigns"
        query={query}
        columns={columns}
        brief={brief}
        rows={query.data?.campaigns}
        empty={
          <EmptyState
            icon={IconSpeakerphone}
            title="No campaigns yet"
            text="To join a campaign, open the invitation link that a merchant sent you."
          />
        }
        sorting={sortingOf(filter.sort, onFilter)}
        onOffset={(offset, step) => onFilter({ offset }, step)}
      />
    </Page>
  );
}

/** The affiliate's status, and the campaign's if that stops the link. */
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
