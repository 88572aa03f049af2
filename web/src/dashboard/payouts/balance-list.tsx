import { Text } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { BalanceRow, BalancesQuery } from "tributary-sdk/pages";
import { csvHref } from "../../api/account.ts";
import { balancesQuery } from "../../api/balances.ts";
import { balanceSentence } from "../../words/balances.ts";
import { balanceStates } from "../../words/payouts.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { Money } from "../../ui/money.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { SearchField } from "../../ui/filter/search-field.tsx";
import { EmptyState, ProblemState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { useAccount } from "../shared/account.ts";
import { CurrencyFilter } from "../shared/currency-filter.tsx";
import { PayButton } from "./pay-button.tsx";

type BalanceFilter = Pick<BalancesQuery, "currency" | "state" | "search" | "offset">;

interface BalanceListProps {
  readonly filter: BalanceFilter;
  readonly onFilter: (filter: BalanceFilter) => void;
}

const stateChoices = Object.entries(balanceStates).map(([value, { word }]) => ({ value, label: word }));

/** Who can be paid, and why the others cannot yet: one row for each affiliate and currency. */
export function BalanceList({ filter: given, onFilter }: BalanceListProps): ReactNode {
  const { id: accountId } = useAccount();
  const { currency, state, search, offset } = given;
  const filter = withoutEmpty({ currency, state, search });
  const query = useQuery({
    ...balancesQuery(accountId, { ...filter, ...(offset === undefined ? {} : { offset }) }),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  const set = (changes: {
    currency?: string | undefined;
    state?: string | undefined;
    search?: string | undefined;
  }): void => onFilter(withoutEmpty({ ...filter, ...changes }) as BalanceFilter);
  if (query.error) return <ProblemState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <FilterBar
        search={<SearchField label="Name or e-mail" value={search} onChange={(next) => set({ search: next })} />}
        active={Object.keys(filter).length - (search === undefined ? 0 : 1)}
      >
        <ChoiceFilter
          label="State"
          width={180}
          choices={stateChoices}
          value={state}
          onChange={(next) => set({ state: next })}
        />
        <CurrencyFilter value={currency} onChange={(next) => set({ currency: next })} />
      </FilterBar>
      <DataTable
        label="Balances of affiliates"
        columns={columns}
        rows={query.data?.balances}
        rowId={(row) => `${row.affiliate_id} ${row.currency}`}
        busy={query.isPlaceholderData}
        empty={<Empty filtered={Object.keys(filter).length > 0} />}
      />
      <TableFoot
        span={query.data?.pagination}
        onOffset={(next) => onFilter({ ...filter, ...(next > 0 ? { offset: next } : {}) })}
        csvHref={csvHref(accountId, "balances", filter)}
      />
    </>
  );
}

type Present<Given> = { [Key in keyof Given]?: Exclude<Given[Key], undefined> };

function withoutEmpty<Given extends object>(given: Given): Present<Given> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Present<Given>;
}

function Empty({ filtered }: { filtered: boolean }): ReactNode {
  if (filtered) return <EmptyState title="No balance matches" text="Take a filter away to see more." />;
  return (
    <EmptyState
      icon={IconCoins}
      title="Nothing to pay yet"
      text="As soon as a conversion pays a commission, its affiliate appears here with what is pending, maturing and withdrawable."
    />
  );
}

function useColumns(): readonly Column<BalanceRow>[] {
  const { id: accountId } = useAccount();
  const money = (id: "payable" | "pending" | "maturing" | "owed_back" | "in_payout" | "paid", header: string) => ({
    id,
    header,
    align: "right" as const,
    wideOnly: id === "in_payout" || id === "paid",
    cell: (row: BalanceRow) => (row[id] === 0 ? <Nothing /> : <Money amount={row[id]} currency={row.currency} />),
  });
  return [
    {
      id: "affiliate",
      header: "Affiliate",
      cell: (row) => (
        <>
          <RowLink
            link={{
              to: "/dashboard/$accountId/affiliates/$affiliateId",
              params: { accountId, affiliateId: row.affiliate_id },
            }}
          >
            {row.affiliate_name}
          </RowLink>
          <Text size="xs" c="dimmed">
            {row.currency}
          </Text>
        </>
      ),
    },
    { id: "state", header: "State", cell: (row) => <State row={row} /> },
    money("payable", "To pay now"),
    money("maturing", "Maturing"),
    money("pending", "Pending"),
    money("owed_back", "Owed back"),
    money("in_payout", "In payout"),
    money("paid", "Paid"),
    { id: "actions", header: "", align: "right", cell: (row) => <PayButton row={row} /> },
  ];
}

function State({ row }: { row: BalanceRow }): ReactNode {
  const { word, tone } = balanceStates[row.state];
  return (
    <>
      <StatusBadge tone={tone}>{word}</StatusBadge>
      <Text size="xs" c="dimmed" mt={2} maw={280}>
        {balanceSentence(row, "merchant")}
      </Text>
    </>
  );
}

function Nothing(): ReactNode {
  return (
    <Text span size="sm" c="dimmed" aria-label="nothing">
      –
    </Text>
  );
}
