import { IconArrowBackUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ClawBackRow } from "tributary-sdk/pages";
import { csvHref } from "../../api/account.ts";
import { clawBacksQuery } from "../../api/balances.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { clawBackColumns, deductionBadge } from "../../money/claw-back-columns.tsx";
import { given } from "../../format/without-undefined.ts";
import type { OnFilter } from "../../ui/filter/use-filter.ts";
import { Money } from "../../ui/money.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";
import { CurrencyFilter } from "../shared/filters.tsx";
import { clawBackSort, type PayoutsSearch } from "./search.ts";

type ClawBackFilter = Pick<PayoutsSearch, "open" | "currency" | "sort" | "offset">;

interface ClawBackListProps {
  readonly filter: ClawBackFilter;
  readonly onFilter: OnFilter<ClawBackFilter>;
}

const openChoices = [
  { value: "true", label: "To be deducted or returned" },
  { value: "false", label: "Deducted or returned" },
] as const;

/** Approved commissions to be deducted, and whether a payout has deducted them yet. */
export function ClawBackList({ filter: { open, currency, sort, offset }, onFilter }: ClawBackListProps): ReactNode {
  const { id: accountId } = useAccount();
  const whole = given({ open, currency });
  const query = useList(clawBacksQuery(accountId, given({ ...whole, offset, sort: clawBackSort(sort) })));
  const columns = useColumns();
  return (
    <Listed
      label="Deductions"
      filters={
        <FilterBar active={Object.keys(whole).length}>
          <ChoiceFilter
            label="Status"
            width={230}
            choices={openChoices}
            value={open}
            onChange={(next) => onFilter({ open: next })}
          />
          <CurrencyFilter value={currency} onChange={(next) => onFilter({ currency: next })} />
        </FilterBar>
      }
      filtered={{ by: whole, noun: "deductions" }}
      query={query}
      columns={columns}
      brief={briefOf(accountId)}
      rows={query.data?.claw_backs}
      empty={
        <EmptyState
          icon={IconArrowBackUp}
          title="No deductions"
          text="Deductions appear here when an order is refunded after the hold period, or when an owner deducts a commission."
        />
      }
      sorting={sortingOf(clawBackSort(sort), onFilter)}
      onOffset={(next, step) => onFilter({ offset: next }, step)}
      csvHref={csvHref(accountId, "claw-backs", whole)}
    />
  );
}

/** Two lines: whom it affects and how much, and why, when and whether a payout has settled it. */
const briefOf =
  (accountId: string) =>
  (row: ClawBackRow): Brief => ({
    title: (
      <RowLink
        link={{
          to: "/dashboard/$accountId/conversions/$conversionId",
          params: { accountId, conversionId: row.conversion_id },
        }}
      >
        {row.affiliate_name}
      </RowLink>
    ),
    amount: <Money amount={-row.amount} currency={row.currency} />,
    note: (
      <>
        {row.external_id} · <When at={row.created_at} /> · {row.reason}
      </>
    ),
    badge: deductionBadge(row),
  });

function useColumns(): readonly Column<ClawBackRow>[] {
  const { id: accountId } = useAccount();
  return [
    {
      id: "affiliate",
      header: "Affiliate",
      sort: "affiliate",
      cell: (row) => (
        <RowLink
          link={{
            to: "/dashboard/$accountId/conversions/$conversionId",
            params: { accountId, conversionId: row.conversion_id },
          }}
          note={`${row.external_id} · ${row.campaign_name}`}
        >
          {row.affiliate_name}
        </RowLink>
      ),
    },
    ...clawBackColumns<ClawBackRow>((payoutId) => ({
      to: "/dashboard/$accountId/payouts/$payoutId",
      params: { accountId, payoutId },
    })),
  ];
}
