import { Stack } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { payoutStatuses } from "tributary-sdk/words";
import { ownBalancesQuery, ownPayoutsQuery } from "../../api/portal-money.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { given } from "../../format/without-undefined.ts";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { BalanceTotals } from "./balance-totals.tsx";
import { briefPayout, columns } from "./columns.tsx";
import { OwnClawBacks } from "./own-claw-backs.tsx";
import { payoutsQueryOf } from "./search.ts";

export function PayoutsPage(): ReactNode {
  const { filter, onFilter } = useFilter("/portal/earnings/payouts");
  const { status, sort } = filter;
  const query = useList(ownPayoutsQuery(payoutsQueryOf(filter)));
  // Each part appears once the height of those above it is known.
  const balances = useQuery(ownBalancesQuery);
  return (
    <Page title="Payouts" back={{ label: "Earnings", link: { to: "/portal/earnings" } }}>
      <Stack gap="xl">
        <BalanceTotals />
        {!balances.isPending && (
          <Stack gap="lg">
            <Listed
              label="Payouts"
              filters={
                <FilterBar active={status ? 1 : 0}>
                  <ChoiceFilter
                    label="Status"
                    choices={payoutStatuses}
                    value={status}
                    onChange={(next) => onFilter({ status: next })}
                  />
                </FilterBar>
              }
              filtered={{ by: given({ status }), noun: "payouts" }}
              query={query}
              columns={columns}
              brief={briefPayout}
              rows={query.data?.payouts}
              empty={
                <EmptyState
                  icon={IconCoins}
                  title="No payouts yet"
                  text="Payouts appear here once a merchant pays commission that is ready."
                />
              }
              sorting={sortingOf(sort, onFilter)}
              onOffset={(offset, step) => onFilter({ offset }, step)}
            />
          </Stack>
        )}
        {!balances.isPending && !query.isPending && (
          <Section
            title="Deductions"
            note="Approved commission that a merchant took back. It is deducted from your next payouts."
          >
            <OwnClawBacks filter={filter} onFilter={onFilter} />
          </Section>
        )}
      </Stack>
    </Page>
  );
}
