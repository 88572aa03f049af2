import { Text } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BalanceRow } from "tributary-sdk/pages";
import { balanceStates } from "tributary-sdk/words";
import { csvHref } from "../../api/account.ts";
import { balancesQuery } from "../../api/balances.ts";
import { balanceSentence } from "../../words/balances.ts";
import { balanceWords } from "../../words/payouts.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { sentenceCase } from "../../format/sentence-case.ts";
import { given } from "../../format/without-undefined.ts";
import type { OnFilter } from "../../ui/filter/use-filter.ts";
import { actionsColumn } from "../../ui/table/column-kinds.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { Money } from "../../ui/money.tsx";
import { moneyText } from "../../format/numbers.ts";
import { RowLink } from "../../ui/table/row-link.tsx";
import { SearchField } from "../../ui/filter/search-field.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { ButtonLink } from "../../ui/link.tsx";
import { useAccount } from "../shared/account.ts";
import { CurrencyFilter } from "../shared/filters.tsx";
import { PayButton } from "./pay-button.tsx";
import { balanceSort, type PayoutsSearch } from "./search.ts";

type BalanceFilter = Pick<PayoutsSearch, "currency" | "state" | "search" | "sort" | "offset">;

interface BalanceListProps {
  readonly filter: BalanceFilter;
  readonly onFilter: OnFilter<BalanceFilter>;
  /** Shown once the list has its height, so that it does not move. */
  readonly below: ReactNode;
}

const stateChoices = balanceStates.map((value) => ({ value, label: sentenceCase(balanceWords[value].word) }));

/** Shows which affiliates can be paid, and why others cannot. One row per affiliate and currency. */
export function BalanceList({
  filter: { currency, state, search, sort, offset },
  onFilter,
  below,
}: BalanceListProps): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const whole = given({ currency, state, search });
  const query = useList(balancesQuery(accountId, given({ ...whole, offset, sort: balanceSort(sort) })));
  const columns = useColumns();
  const brief = useBrief();
  return (
    <>
      <Listed
        label="Affiliate balances"
        filters={
          <FilterBar
            search={
              <SearchField label="Name or email" value={search} onChange={(text) => onFilter({ search: text })} />
            }
            active={Object.keys(given({ currency, state })).length}
          >
            <ChoiceFilter
              label="Status"
              width={180}
              choices={stateChoices}
              value={state}
              onChange={(next) => onFilter({ state: next })}
            />
            <CurrencyFilter value={currency} onChange={(next) => onFilter({ currency: next })} />
          </FilterBar>
        }
        filtered={{ by: whole, noun: "balances" }}
        query={query}
        columns={columns}
        brief={brief}
        rows={query.data?.balances}
        rowId={(row) => `${row.affiliate_id} ${row.currency}`}
        empty={
          <EmptyState
            icon={IconCoins}
            title="Nothing to pay yet"
            text="Affiliates appear here once they earn their first commission."
            action={
              canManage && (
                <ButtonLink to="/dashboard/$accountId/affiliates" params={{ accountId }} search={{ invite: "yes" }}>
                  Invite affiliates
                </ButtonLink>
              )
            }
          />
        }
        sorting={sortingOf(balanceSort(sort), onFilter)}
        onOffset={(next, step) => onFilter({ offset: next }, step)}
        csvHref={csvHref(accountId, "balances", whole)}
      />
      {!query.isPending && below}
    </>
  );
}

function useColumns(): readonly Column<BalanceRow>[] {
  const { id: accountId } = useAccount();
  const money = (id: "payable" | "pending" | "maturing" | "owed_back" | "in_payout" | "paid", header: string) => ({
    id,
    header,
    align: "right" as const,
    wideOnly: id === "in_payout" || id === "paid",
    sort: id,
    sortDown: true,
    cell: (row: BalanceRow) => {
      if (row[id] === 0) return <Nothing />;
      return row[id] < 0 ? <Returned row={row} /> : <Money amount={row[id]} currency={row.currency} />;
    },
  });
  return [
    {
      id: "affiliate",
      header: "Affiliate",
      sort: "affiliate",
      cell: (row) => (
        <RowLink
          link={{
            to: "/dashboard/$accountId/affiliates/$affiliateId",
            params: { accountId, affiliateId: row.affiliate_id },
          }}
          note={row.currency}
        >
          {row.affiliate_name}
        </RowLink>
      ),
    },
    { id: "state", header: "Status", cell: (row) => <State row={row} /> },
    money("payable", "Ready to pay"),
    money("maturing", "On hold"),
    money("pending", "Pending review"),
    money("owed_back", "To be deducted"),
    money("in_payout", "In transit"),
    money("paid", "Paid"),
    actionsColumn((row) => <PayButton row={row} />),
  ];
}

/** The rows on a phone. */
function useBrief(): (row: BalanceRow) => Brief {
  const { id: accountId } = useAccount();
  return (row) => {
    const { word, tone } = balanceWords[row.state];
    return {
      title: (
        <RowLink
          link={{
            to: "/dashboard/$accountId/affiliates/$affiliateId",
            params: { accountId, affiliateId: row.affiliate_id },
          }}
        >
          {row.affiliate_name}
        </RowLink>
      ),
      amount: row.payable === 0 ? <Nothing /> : <Money amount={row.payable} currency={row.currency} />,
      note: row.pending === 0 ? row.currency : `${moneyText(row.pending, row.currency)} pending review`,
      badge: <StatusBadge tone={tone}>{word}</StatusBadge>,
      action: <PayButton row={row} />,
    };
  };
}

function State({ row }: { row: BalanceRow }): ReactNode {
  const { word, tone } = balanceWords[row.state];
  return (
    <>
      <StatusBadge tone={tone}>{word}</StatusBadge>
      <Text size="xs" c="dimmed" mt={2} maw={280}>
        {balanceSentence(row, "merchant")}
      </Text>
    </>
  );
}

/** More was returned than is to be deducted. */
function Returned({ row }: { row: BalanceRow }): ReactNode {
  return (
    <>
      <Money amount={-row.owed_back} currency={row.currency} />
      <Text size="xs" c="dimmed">
        to be returned
      </Text>
    </>
  );
}

function Nothing(): ReactNode {
  return (
    <Text span size="sm" c="dimmed" aria-label="none">
      –
    </Text>
  );
}
