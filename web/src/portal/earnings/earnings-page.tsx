import { Button, Group, Stack, Text } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PortalEarningsResponse } from "tributary-sdk/pages";
import { ownBalancesQuery } from "../../api/portal-money.ts";
import { earningsQuery } from "../../api/portal.ts";
import { useNow } from "../../ui/clock.ts";
import { ButtonLink } from "../../ui/link.tsx";
import { Money } from "../../ui/money.tsx";
import { countText, moneyText } from "../../format/numbers.ts";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { countColumn, moneyColumn, sortable } from "../../ui/table/column-kinds.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { Page } from "../../ui/page.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { Section } from "../../ui/section.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { OwnBalances } from "../payouts/own-balances.tsx";
import { CampaignFilter } from "../campaigns/campaign-filter.tsx";
import { calendarMonth } from "../../format/dates.ts";
import { given } from "../../format/without-undefined.ts";
import { lastDayOf, monthOf, monthsAfter } from "../../format/utc-days.ts";

type Month = PortalEarningsResponse["months"][number];

export function EarningsPage(): ReactNode {
  const { filter, onFilter } = useFilter("/portal/earnings");
  const { sort, ...asked } = filter;
  const query = useList(earningsQuery(asked));
  // The months appear once the height of the balances is known.
  const balances = useQuery(ownBalancesQuery);
  const { campaign_id: campaignId } = filter;
  const empty = (
    <EmptyState
      icon={IconCoins}
      title={query.data?.earlier === true ? "Nothing earned in these months" : "Nothing earned yet"}
      text="Your earnings appear here by month and currency, starting with your first conversion."
      action={<ButtonLink to="/portal/campaigns">Get your link</ButtonLink>}
    />
  );
  return (
    <Page title="Earnings">
      <Stack gap={40}>
        <OwnBalances />
        {!balances.isPending && (
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
              brief={briefIn(campaignId)}
              rows={query.data?.months}
              rowId={({ month, currency }) => `${month} ${currency}`}
              sorting={{ ...sortingOf(sort, onFilter), inPage: true }}
              filtered={{ by: given(asked), noun: "months", empty }}
              empty={empty}
            />
            {query.data && <Years shown={query.data} onUntil={(until) => onFilter({ until })} />}
          </Section>
        )}
      </Stack>
    </Page>
  );
}

interface YearsProps {
  readonly shown: PortalEarningsResponse;
  readonly onUntil: (until: string | undefined) => void;
}

/** Twelve months at a time. */
function Years({ shown: { from, until, earlier }, onUntil }: YearsProps): ReactNode {
  const current = monthOf(useNow());
  if (!earlier && until >= current) return null;
  const later = monthsAfter(until, YEAR);
  return (
    <Group justify="space-between" gap="sm">
      <Text component="output" size="sm" c="dimmed">
        {calendarMonth(from)} – {calendarMonth(until)}
      </Text>
      <Button.Group>
        <Button size="xs" variant="default" disabled={!earlier} onClick={() => onUntil(monthsAfter(until, -YEAR))}>
          Earlier
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={until >= current}
          onClick={() => onUntil(later >= current ? undefined : later)}
        >
          Later
        </Button>
      </Button.Group>
    </Group>
  );
}

const YEAR = 12;

const briefIn =
  (campaignId: string | undefined) =>
  (row: Month): Brief => ({
    title: <MonthLink month={row.month} campaignId={campaignId} />,
    amount: <Money amount={row.earned} currency={row.currency} />,
    note: `${countText(row.conversions, "conversion")} · ${moneyText(row.pending, row.currency)} pending`,
  });

function MonthLink({ month, campaignId }: { month: string; campaignId: string | undefined }): ReactNode {
  const within = campaignId === undefined ? {} : { campaign_id: campaignId };
  return (
    <RowLink link={{ to: "/portal/conversions", search: { ...within, from: `${month}-01`, to: lastDayOf(month) } }}>
      {calendarMonth(month)}
    </RowLink>
  );
}

function columnsFor(campaignId: string | undefined): readonly Column<Month>[] {
  const amount = (id: "earned" | "approved" | "pending" | "deducted" | "rejected", header: string): Column<Month> =>
    sortable(moneyColumn(id, header, (row) => [row[id], row.currency]));
  return [
    {
      id: "month",
      header: "Month",
      sort: "month",
      sortDown: true,
      sortValue: ({ month }) => month,
      cell: ({ month }) => <MonthLink month={month} campaignId={campaignId} />,
    },
    { id: "currency", header: "Currency", cell: ({ currency }) => currency },
    sortable(countColumn("conversions", "Conversions", ({ conversions }) => conversions)),
    amount("earned", "Earned"),
    amount("approved", "Approved"),
    amount("pending", "Pending"),
    amount("deducted", "Deducted"),
    amount("rejected", "Rejected"),
  ];
}
