import { Stack } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { PortalEarningsResponse } from "tributary-sdk/pages";
import { earningsQuery } from "../../api/portal.ts";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { countColumn, moneyColumn } from "../../ui/table/column-kinds.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { Listed, useList } from "../../ui/table/listed.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { Page } from "../../ui/page.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { Section } from "../../ui/section.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { OwnBalances } from "../payouts/own-balances.tsx";
import { CampaignFilter } from "../campaigns/campaign-filter.tsx";
import { calendarMonth } from "../../format/dates.ts";
import { lastDayOf } from "../../format/utc-days.ts";

type Month = PortalEarningsResponse["months"][number];

export function EarningsPage(): ReactNode {
  const { filter, onFilter } = useFilter("/portal/earnings");
  const query = useList(earningsQuery(filter));
  const { campaign_id: campaignId } = filter;
  return (
    <Page title="Earnings">
      <Stack gap={40}>
        <OwnBalances />
        <Section
          title="By month"
          note="By order month (UTC). Earned is approved and pending commission minus deductions."
        >
          <Listed
            label="Earnings by month and currency"
            filters={
              <FilterBar active={campaignId === undefined ? 0 : 1}>
                <CampaignFilter value={campaignId} onChange={(id) => onFilter({ campaign_id: id })} />
              </FilterBar>
            }
            query={query}
            columns={columnsFor(campaignId)}
            rows={query.data?.months}
            rowId={({ month, currency }) => `${month} ${currency}`}
            empty={
              <EmptyState
                icon={IconCoins}
                title="Nothing earned yet"
                text="Your earnings appear here by month and currency, starting with your first conversion."
              />
            }
          />
        </Section>
      </Stack>
    </Page>
  );
}

function columnsFor(campaignId: string | undefined): readonly Column<Month>[] {
  const within = campaignId === undefined ? {} : { campaign_id: campaignId };
  const amount = (id: "earned" | "approved" | "pending" | "deducted" | "rejected", header: string): Column<Month> =>
    moneyColumn(id, header, (row) => [row[id], row.currency]);
  return [
    {
      id: "month",
      header: "Month",
      cell: ({ month }) => (
        <RowLink link={{ to: "/portal/conversions", search: { ...within, from: `${month}-01`, to: lastDayOf(month) } }}>
          {calendarMonth(month)}
        </RowLink>
      ),
    },
    { id: "currency", header: "Currency", cell: ({ currency }) => currency },
    countColumn("conversions", "Conversions", ({ conversions }) => conversions),
    amount("earned", "Earned"),
    amount("approved", "Approved"),
    amount("pending", "Pending"),
    amount("deducted", "Deducted"),
    amount("rejected", "Rejected"),
  ];
}
