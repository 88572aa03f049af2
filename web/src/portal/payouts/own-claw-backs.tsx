import type { ReactNode } from "react";
import type { PortalClawBacksResponse } from "tributary-sdk/pages";
import { ownClawBacksQuery } from "../../api/portal-money.ts";
import { clawBackColumns, deductionBadge } from "../../money/claw-back-columns.tsx";
import { Money } from "../../ui/money.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { When } from "../../ui/when.tsx";
import type { OnFilter } from "../../ui/filter/use-filter.ts";
import { deductionsQueryOf, type OwnPayoutsSearch } from "./search.ts";

type Row = PortalClawBacksResponse["claw_backs"][number];

interface OwnClawBacksProps {
  readonly filter: OwnPayoutsSearch;
  readonly onFilter: OnFilter<OwnPayoutsSearch>;
}

export function OwnClawBacks({ filter, onFilter }: OwnClawBacksProps): ReactNode {
  const query = useList(ownClawBacksQuery(deductionsQueryOf(filter)));
  // Keeps the page of the payouts above.
  const change: OwnClawBacksProps["onFilter"] = (changes, step) =>
    onFilter({ offset: filter.offset, ...changes }, step);
  return (
    <Listed
      label="Deductions"
      query={query}
      columns={columns}
      brief={brief}
      rows={query.data?.claw_backs}
      empty="Deductions appear here when an order is refunded after the hold period, or when a merchant deducts a commission."
      sorting={sortingOf(filter.deduction_sort, ({ sort }) =>
        change({ deduction_sort: sort, deduction_offset: undefined }),
      )}
      onOffset={(offset, step) => change({ deduction_offset: offset }, step)}
    />
  );
}

const Campaign = ({ row }: { row: Row }): ReactNode => (
  <RowLink link={{ to: "/portal/conversions/$conversionId", params: { conversionId: row.conversion_id } }}>
    {row.campaign_name}
  </RowLink>
);

const brief = (row: Row): Brief => ({
  title: <Campaign row={row} />,
  amount: <Money amount={-row.amount} currency={row.currency} />,
  note: (
    <>
      <When at={row.created_at} /> · {row.reason}
    </>
  ),
  badge: deductionBadge(row),
});

const columns: readonly Column<Row>[] = [
  { id: "campaign", header: "Campaign", sort: "campaign", cell: (row) => <Campaign row={row} /> },
  ...clawBackColumns<Row>((payoutId) => ({ to: "/portal/earnings/payouts/$payoutId", params: { payoutId } })),
];
