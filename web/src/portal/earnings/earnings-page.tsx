import { Stack } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PortalEarningsAnswer } from "tributary-sdk/pages";
import { earningsQuery } from "../../api/portal.ts";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { Money } from "../../ui/money.tsx";
import { numberText } from "../../format/numbers.ts";
import { Page } from "../../ui/page.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { Section } from "../../ui/section.tsx";
import { EmptyState, ProblemState } from "../../ui/states.tsx";
import { OwnBalances } from "../payouts/own-balances.tsx";
import { CampaignFilter } from "../campaigns/campaign-filter.tsx";
import { calendarMonth } from "../../format/dates.ts";
import { lastDayOf } from "../../format/utc-days.ts";

const FROM = "/portal/earnings";

type Month = PortalEarningsAnswer["months"][number];

export function EarningsPage(): ReactNode {
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const query = useQuery({ ...earningsQuery(search), placeholderData: keepPreviousData });
  const { campaign_id: campaignId } = search;
  return (
    <Page title="Earnings">
      <Stack gap={40}>
        <OwnBalances />
        <Section
          title="By month"
          note="By month of the order (UTC). Earned is approved and pending commission, less deductions."
        >
          <FilterBar active={campaignId === undefined ? 0 : 1}>
            <CampaignFilter
              value={campaignId}
              onChange={(id) => void navigate({ search: id === undefined ? {} : { campaign_id: id }, replace: true })}
            />
          </FilterBar>
          {query.error ? (
            <ProblemState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <DataTable
              label="Earnings by month and currency"
              columns={columnsFor(campaignId)}
              rows={query.data?.months}
              rowId={({ month, currency }) => `${month} ${currency}`}
              busy={query.isPlaceholderData}
              empty={
                <EmptyState
                  icon={IconCoins}
                  title="Nothing earned yet"
                  text="Each month with a conversion gets a line here, one for each currency."
                />
              }
            />
          )}
        </Section>
      </Stack>
    </Page>
  );
}

function columnsFor(campaignId: string | undefined): readonly Column<Month>[] {
  const within = campaignId === undefined ? {} : { campaign_id: campaignId };
  const amount = (id: "earned" | "approved" | "pending" | "deducted" | "rejected", header: string): Column<Month> => ({
    id,
    header,
    align: "right",
    cell: (row) => <Money amount={row[id]} currency={row.currency} />,
  });
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
    {
      id: "conversions",
      header: "Conversions",
      align: "right",
      cell: ({ conversions }) => <span className="number">{numberText(conversions)}</span>,
    },
    amount("earned", "Earned"),
    amount("approved", "Approved"),
    amount("pending", "Pending"),
    amount("deducted", "Deducted"),
    amount("rejected", "Rejected"),
  ];
}
