import { Stack } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { PortalPayoutRow } from "tributary-sdk/pages";
import { payoutStatuses } from "tributary-sdk/words";
import { ownPayoutsQuery } from "../../api/portal-money.ts";
import { destinationText } from "../../words/payouts.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { given } from "../../format/without-undefined.ts";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { badgeColumn, moneyColumn, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { Listed, useList } from "../../ui/table/listed.tsx";
import { calendarDay } from "../../format/dates.ts";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { Page } from "../../ui/page.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { Section } from "../../ui/section.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { OwnClawBacks } from "./own-claw-backs.tsx";
import { payoutTones } from "../../words/tones.ts";

export function PayoutsPage(): ReactNode {
  const { filter, onFilter } = useFilter("/portal/earnings/payouts");
  const { status } = filter;
  const query = useList(ownPayoutsQuery(filter));
  return (
    <Page title="Payouts" back={{ label: "Earnings", link: { to: "/portal/earnings" } }}>
      <Stack gap="xl">
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
            rows={query.data?.payouts}
            empty={
              <EmptyState
                icon={IconCoins}
                title="No payouts yet"
                text="Payouts appear here once a merchant pays commission that is ready."
              />
            }
            onOffset={(offset) => onFilter({ offset })}
          />
        </Stack>
        <Section
          title="Deductions"
          note="Approved commission that a merchant took back. It is deducted from your next payouts."
        >
          <OwnClawBacks />
        </Section>
      </Stack>
    </Page>
  );
}

const columns: readonly Column<PortalPayoutRow>[] = [
  {
    id: "merchant",
    header: "From",
    cell: (row) => (
      <RowLink link={{ to: "/portal/earnings/payouts/$payoutId", params: { payoutId: row.id } }}>
        {row.merchant_name}
      </RowLink>
    ),
  },
  badgeColumn("status", "Status", ({ status }) => [payoutTones[status], status]),
  moneyColumn("amount", "Amount", (row) => [row.amount, row.currency]),
  { id: "to", header: "To", cell: (row) => destinationText(row.method, row.account_hint) },
  whenColumn("created", "Created", (row) => row.created_at),
  {
    id: "paid",
    header: "Paid on",
    cell: (row) => (row.paid_on === null ? "not yet" : calendarDay(row.paid_on)),
  },
  { id: "reference", header: "Reference", cell: (row) => row.reference ?? "none" },
];
