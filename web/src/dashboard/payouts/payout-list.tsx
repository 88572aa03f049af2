import { Text } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { PayoutRow } from "tributary-sdk/pages";
import { payoutStatuses } from "tributary-sdk/words";
import { csvHref } from "../../api/account.ts";
import { payoutsQuery } from "../../api/payouts.ts";
import { destinationText } from "../../words/payouts.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { given } from "../../format/without-undefined.ts";
import { DayFilter } from "../../ui/filter/day-filter.tsx";
import type { OnFilter } from "../../ui/filter/use-filter.ts";
import { actionsColumn, badgeColumn, moneyColumn, sortable, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { RowMenu } from "../../ui/table/row-menu.tsx";
import { Money } from "../../ui/money.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";
import { AffiliateFilter, CurrencyFilter } from "../shared/filters.tsx";
import { usePayoutActions } from "./payout-actions.tsx";
import { payoutFilterOf, payoutSort, payoutsQueryOf, type PayoutFilter } from "./search.ts";
import { payoutTones } from "../../words/tones.ts";

interface PayoutListProps {
  readonly filter: PayoutFilter;
  /** Lists the payouts of this batch. Then the status is the only filter. */
  readonly batchId?: string;
  readonly onFilter: OnFilter<PayoutFilter>;
}

export function PayoutList({ filter, batchId, onFilter }: PayoutListProps): ReactNode {
  const { id: accountId } = useAccount();
  const { offset, sort, ...whole } = payoutFilterOf(filter);
  const filters = given({ ...payoutsQueryOf(whole), batch_id: batchId });
  const query = useList(payoutsQuery(accountId, given({ ...filters, offset, sort: payoutSort(sort) })));
  const { dialog, actionsOf } = usePayoutActions();
  return (
    <>
      <Listed
        label="Payouts"
        filters={
          <FilterBar active={Object.keys(whole).length}>
            <ChoiceFilter
              label="Status"
              width={140}
              choices={payoutStatuses}
              value={whole.status}
              onChange={(next) => onFilter({ status: next })}
            />
            {batchId === undefined && <MoreFilters filter={whole} onFilter={onFilter} />}
          </FilterBar>
        }
        filtered={{ by: whole, noun: "payouts" }}
        query={query}
        columns={columnsWith(actionsOf)}
        brief={briefWith(actionsOf)}
        rows={query.data?.payouts}
        empty={
          <EmptyState
            icon={IconCoins}
            title="No payouts yet"
            text="Payouts appear here, with the amount to transfer to each affiliate. Create one on the Balances tab, or prepare a batch."
          />
        }
        sorting={sortingOf(payoutSort(sort), onFilter)}
        onOffset={(next, step) => onFilter({ offset: next }, step)}
        csvHref={csvHref(accountId, "payouts", filters)}
      />
      {dialog}
    </>
  );
}

function MoreFilters({ filter, onFilter }: Omit<PayoutListProps, "batchId">): ReactNode {
  return (
    <>
      <AffiliateFilter value={filter.affiliate_id} onChange={(affiliate_id) => onFilter({ affiliate_id })} />
      <CurrencyFilter value={filter.currency} onChange={(currency) => onFilter({ currency })} />
      <DayFilter label="Created" from={filter.from} to={filter.to} onChange={(from, to) => onFilter({ from, to })} />
    </>
  );
}

type ActionsOf = ReturnType<typeof usePayoutActions>["actionsOf"];

/** The rows on a phone. */
const briefWith =
  (actionsOf: ActionsOf) =>
  (row: PayoutRow): Brief => ({
    title: <PayoutLink row={row} />,
    amount: <Money amount={row.amount} currency={row.currency} />,
    note: (
      <>
        {row.reference ?? destinationText(row.method, row.account_hint)} · <When at={row.created_at} />
      </>
    ),
    badge: <StatusBadge tone={payoutTones[row.status]}>{row.status}</StatusBadge>,
    action: <RowMenu of={`the payout to ${row.affiliate_name}`} actions={actionsOf(row)} />,
  });

function PayoutLink({ row }: { row: PayoutRow }): ReactNode {
  const { id: accountId } = useAccount();
  return (
    <RowLink link={{ to: "/dashboard/$accountId/payouts/$payoutId", params: { accountId, payoutId: row.id } }}>
      {row.affiliate_name}
    </RowLink>
  );
}

function columnsWith(actionsOf: ActionsOf): readonly Column<PayoutRow>[] {
  return [
    { id: "affiliate", header: "Affiliate", sort: "affiliate", cell: (row) => <PayoutLink row={row} /> },
    sortable(badgeColumn("status", "Status", ({ status }) => [payoutTones[status], status])),
    sortable(moneyColumn("amount", "Amount", (row) => [row.amount, row.currency])),
    {
      id: "lines",
      header: "Items",
      align: "right",
      wideOnly: true,
      cell: (row) => <span className="number">{row.conversions + row.claw_backs}</span>,
    },
    { id: "to", header: "To", cell: (row) => destinationText(row.method, row.account_hint) },
    {
      id: "reference",
      header: "Reference",
      cell: (row) => (
        <Text span size="sm" c={row.reference === null ? "dimmed" : "inherit"}>
          {row.reference ?? "None"}
        </Text>
      ),
    },
    sortable(whenColumn("created", "Created", (row) => row.created_at)),
    actionsColumn((row) => <RowMenu of={`the payout to ${row.affiliate_name}`} actions={actionsOf(row)} />),
  ];
}
