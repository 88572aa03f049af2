import { Text } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ClawBackRow, ClawBacksQuery } from "tributary-sdk/pages";
import { csvHref } from "../../api/account.ts";
import { clawBacksQuery } from "../../api/balances.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { AnchorLink } from "../../ui/link.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { Money } from "../../ui/money.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { EmptyState, ProblemState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";
import { CurrencyFilter } from "../shared/currency-filter.tsx";

type ClawBackFilter = Pick<ClawBacksQuery, "open" | "currency" | "offset">;

interface ClawBackListProps {
  readonly filter: ClawBackFilter;
  readonly onFilter: (filter: ClawBackFilter) => void;
}

const openChoices = [
  { value: "true", label: "carried over" },
  { value: "false", label: "taken off a payout" },
];

/** What was taken back after its approval, and whether a payout has taken it off yet. */
export function ClawBackList({ filter: { open, currency, offset }, onFilter }: ClawBackListProps): ReactNode {
  const { id: accountId } = useAccount();
  const filter: ClawBackFilter = { ...(open ? { open } : {}), ...(currency === undefined ? {} : { currency }) };
  const query = useQuery({
    ...clawBacksQuery(accountId, { ...filter, ...(offset === undefined ? {} : { offset }) }),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  if (query.error) return <ProblemState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <FilterBar active={Object.keys(filter).length}>
        <ChoiceFilter
          label="State"
          width={180}
          choices={openChoices}
          value={open}
          onChange={(next) =>
            onFilter({
              ...(currency === undefined ? {} : { currency }),
              ...(next === "true" || next === "false" ? { open: next } : {}),
            })
          }
        />
        <CurrencyFilter
          value={currency}
          onChange={(next) =>
            onFilter({ ...(open ? { open } : {}), ...(next === undefined ? {} : { currency: next }) })
          }
        />
      </FilterBar>
      <DataTable
        label="Claw-backs"
        columns={columns}
        rows={query.data?.claw_backs}
        rowId={({ id }) => id}
        busy={query.isPlaceholderData}
        empty={<Empty filtered={Object.keys(filter).length > 0} />}
      />
      <TableFoot
        span={query.data?.pagination}
        onOffset={(next) => onFilter({ ...filter, ...(next > 0 ? { offset: next } : {}) })}
        csvHref={csvHref(accountId, "claw-backs", filter)}
      />
    </>
  );
}

function Empty({ filtered }: { filtered: boolean }): ReactNode {
  if (filtered) return <EmptyState title="No claw-back matches" text="Take a filter away to see more." />;
  return (
    <EmptyState
      icon={IconArrowBackUp}
      title="No claw-backs"
      text="An approved conversion past its maturation can be clawed back on its own page, with a reason."
    />
  );
}

function useColumns(): readonly Column<ClawBackRow>[] {
  const { id: accountId } = useAccount();
  return [
    {
      id: "affiliate",
      header: "Affiliate",
      cell: (row) => (
        <>
          <RowLink
            link={{
              to: "/dashboard/$accountId/conversions/$conversionId",
              params: { accountId, conversionId: row.conversion_id },
            }}
          >
            {row.affiliate_name}
          </RowLink>
          <Text size="xs" c="dimmed">
            {row.campaign_name}
          </Text>
        </>
      ),
    },
    { id: "reason", header: "Reason", cell: (row) => row.reason },
    {
      id: "amount",
      header: "Amount",
      align: "right",
      cell: (row) => <Money amount={-row.amount} currency={row.currency} />,
    },
    { id: "state", header: "State", cell: (row) => <State row={row} /> },
    { id: "created", header: "Clawed back", cell: (row) => <When at={row.created_at} /> },
  ];
}

function State({ row }: { row: ClawBackRow }): ReactNode {
  const { id: accountId } = useAccount();
  if (row.payout_id === null) return <StatusBadge tone="waiting">carried over</StatusBadge>;
  return (
    <AnchorLink
      to="/dashboard/$accountId/payouts/$payoutId"
      params={{ accountId, payoutId: row.payout_id }}
      size="sm"
      className="above"
    >
      taken off a payout
    </AnchorLink>
  );
}
