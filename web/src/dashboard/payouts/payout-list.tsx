import { Skeleton, Text } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, type ReactNode } from "react";
import { payoutStatuses } from "tributary-sdk/words";
import type { PayoutRow } from "tributary-sdk/pages";
import { csvHref } from "../../api/account.ts";
import { payoutsQuery } from "../../api/payouts.ts";
import { destinationText } from "../../words/payouts.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { Money } from "../../ui/money.tsx";
import { RemoteFilter } from "../../ui/filter/remote-filter.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { RowMenu } from "../../ui/table/row-menu.tsx";
import { EmptyState, ProblemState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";
import { useAffiliateChoices, useAffiliateName } from "../shared/choices.ts";
import { CurrencyFilter } from "../shared/currency-filter.tsx";
import { usePayoutActions } from "./payout-actions.tsx";
import { payoutFilterOf, payoutsQueryOf, type PayoutFilter } from "./search.ts";
import { payoutTones } from "../../words/tones.ts";

const DateSpan = lazy(() =>
  import("../../ui/filter/date-span.tsx").then(({ DateSpan: component }) => ({ default: component })),
);
const statusChoices = payoutStatuses.map((value) => ({ value, label: value }));

interface PayoutListProps {
  readonly filter: PayoutFilter;
  /** All of one batch: then there is nothing else to filter by but the status. */
  readonly batchId?: string;
  readonly onFilter: (filter: PayoutFilter) => void;
}

export function PayoutList({ filter: given, batchId, onFilter }: PayoutListProps): ReactNode {
  const { id: accountId } = useAccount();
  const { offset, ...filter } = payoutFilterOf(given);
  const asked = { ...payoutsQueryOf(filter), ...(batchId === undefined ? {} : { batch_id: batchId }) };
  const query = useQuery({
    ...payoutsQuery(accountId, { ...asked, ...(offset === undefined ? {} : { offset }) }),
    placeholderData: keepPreviousData,
  });
  const { dialog, actionsOf } = usePayoutActions();
  const columns = useColumns(actionsOf);
  if (query.error) return <ProblemState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <Filters filter={filter} short={batchId !== undefined} onFilter={onFilter} />
      <DataTable
        label="Payouts"
        columns={columns}
        rows={query.data?.payouts}
        rowId={({ id }) => id}
        busy={query.isPlaceholderData}
        empty={<Empty filtered={Object.keys(filter).length > 0} />}
      />
      <TableFoot
        span={query.data?.pagination}
        onOffset={(next) => onFilter({ ...filter, ...(next > 0 ? { offset: next } : {}) })}
        csvHref={csvHref(accountId, "payouts", asked)}
      />
      {dialog}
    </>
  );
}

interface FiltersProps {
  readonly filter: PayoutFilter;
  readonly short: boolean;
  readonly onFilter: (filter: PayoutFilter) => void;
}

function Filters({ filter, short, onFilter }: FiltersProps): ReactNode {
  const set = (changes: { [Key in keyof PayoutFilter]?: string | undefined }): void =>
    onFilter(payoutFilterOf({ ...filter, ...changes } as PayoutFilter));
  const status = (
    <ChoiceFilter
      label="Status"
      width={140}
      choices={statusChoices}
      value={filter.status}
      onChange={(next) => set({ status: next })}
    />
  );
  if (short) return <FilterBar active={Object.keys(filter).length}>{status}</FilterBar>;
  return (
    <FilterBar active={Object.keys(filter).length}>
      {status}
      <RemoteFilter
        label="Affiliate"
        value={filter.affiliate_id}
        onChange={(affiliate_id) => set({ affiliate_id })}
        useChoices={useAffiliateChoices}
        useNameOf={useAffiliateName}
      />
      <CurrencyFilter value={filter.currency} onChange={(currency) => set({ currency })} />
      <Suspense fallback={<Skeleton h={36} w={{ base: "calc(50% - 5px)", sm: 160 }} />}>
        <DateSpan label="Made" from={filter.from} to={filter.to} onChange={(from, to) => set({ from, to })} />
      </Suspense>
    </FilterBar>
  );
}

function Empty({ filtered }: { filtered: boolean }): ReactNode {
  if (filtered) return <EmptyState title="No payout matches" text="Take a filter away to see more." />;
  return (
    <EmptyState
      icon={IconCoins}
      title="No payouts yet"
      text="A payout sets an affiliate's withdrawable commissions aside and says what to transfer. See who can be paid under “To pay”."
    />
  );
}

function useColumns(actionsOf: ReturnType<typeof usePayoutActions>["actionsOf"]): readonly Column<PayoutRow>[] {
  const { id: accountId } = useAccount();
  return [
    {
      id: "affiliate",
      header: "Affiliate",
      cell: (row) => (
        <RowLink link={{ to: "/dashboard/$accountId/payouts/$payoutId", params: { accountId, payoutId: row.id } }}>
          {row.affiliate_name}
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
    {
      id: "lines",
      header: "Lines",
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
          {row.reference ?? "none"}
        </Text>
      ),
    },
    { id: "created", header: "Made", cell: (row) => <When at={row.created_at} /> },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (row) => <RowMenu of={`the payout for ${row.affiliate_name}`} actions={actionsOf(row)} />,
    },
  ];
}
