import { Stack } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { payoutStatuses } from "tributary-sdk/words";
import type { PortalPayoutRow } from "tributary-sdk/pages";
import { ownPayoutsQuery } from "../../api/portal-money.ts";
import { destinationText } from "../../words/payouts.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { calendarDay } from "../../format/dates.ts";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { Money } from "../../ui/money.tsx";
import { Page } from "../../ui/page.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { Section } from "../../ui/section.tsx";
import { EmptyState, ProblemState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { When } from "../../ui/when.tsx";
import { OwnClawBacks } from "./own-claw-backs.tsx";
import type { OwnPayoutsSearch } from "./search.ts";
import { payoutTones } from "../../words/tones.ts";

const FROM = "/portal/earnings/payouts";
const statusChoices = payoutStatuses.map((value) => ({ value, label: value }));

/** What was put together for oneself, paid or on its way. */
export function PayoutsPage(): ReactNode {
  const { status, offset } = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const go = (search: OwnPayoutsSearch): void => void navigate({ search, replace: true });
  const filter = status ? { status } : {};
  const query = useQuery({
    ...ownPayoutsQuery({ ...filter, ...(offset === undefined ? {} : { offset }) }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="Payouts" back={{ label: "Earnings", link: { to: "/portal/earnings" } }}>
      <Stack gap="xl">
        <Stack gap="lg">
          <FilterBar active={status ? 1 : 0}>
            <ChoiceFilter
              label="Status"
              choices={statusChoices}
              value={status}
              onChange={(next) => go(payoutStatuses.some((word) => word === next) ? ({ status: next } as object) : {})}
            />
          </FilterBar>
          {query.error ? (
            <ProblemState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <DataTable
              label="Payouts"
              columns={columns}
              rows={query.data?.payouts}
              rowId={({ id }) => id}
              busy={query.isPlaceholderData}
              empty={<Empty filtered={status !== undefined} />}
            />
          )}
          <TableFoot
            span={query.data?.pagination}
            onOffset={(next) => go({ ...filter, ...(next > 0 ? { offset: next } : {}) })}
          />
        </Stack>
        <Section
          title="Claw-backs"
          note="Commissions that a merchant took back after approving them, and why. The next payouts take them off."
        >
          <OwnClawBacks />
        </Section>
      </Stack>
    </Page>
  );
}

function Empty({ filtered }: { filtered: boolean }): ReactNode {
  if (filtered) return <EmptyState title="No payout matches" text="Take the filter away to see more." />;
  return (
    <EmptyState
      icon={IconCoins}
      title="No payouts yet"
      text="Once a commission is withdrawable, the merchant can pay it. Each payout appears here with its lines."
    />
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
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <StatusBadge tone={payoutTones[status]}>{status}</StatusBadge>,
  },
  {
    id: "amount",
    header: "Amount",
    align: "right",
    cell: (row) => <Money amount={row.amount} currency={row.currency} />,
  },
  { id: "to", header: "To", cell: (row) => destinationText(row.method, row.account_hint) },
  { id: "made", header: "Made", cell: (row) => <When at={row.created_at} /> },
  {
    id: "paid",
    header: "Paid on",
    cell: (row) => (row.paid_on === null ? "not yet" : calendarDay(row.paid_on)),
  },
  { id: "reference", header: "Reference", cell: (row) => row.reference ?? "none" },
];
