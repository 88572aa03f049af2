import { Text } from "@mantine/core";
import { IconStack2 } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BatchRow } from "tributary-sdk/pages";
import { batchesQuery } from "../../api/payouts.ts";
import { originWords } from "../../words/payouts.ts";
import type { OnFilter } from "../../ui/filter/use-filter.ts";
import { given } from "../../format/without-undefined.ts";
import { sortable, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { countText, moneyText } from "../../format/numbers.ts";
import { RowLink } from "../../ui/table/row-link.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useAccount } from "../shared/account.ts";
import { batchSort, type PayoutsSearch } from "./search.ts";

interface BatchListProps {
  readonly filter: Pick<PayoutsSearch, "sort" | "offset">;
  readonly onFilter: OnFilter<Pick<PayoutsSearch, "sort" | "offset">>;
}

export function BatchList({ filter: { sort, offset }, onFilter }: BatchListProps): ReactNode {
  const { id: accountId } = useAccount();
  const query = useList(batchesQuery(accountId, given({ offset, sort: batchSort(sort) })));
  const columns = useColumns();
  return (
    <Listed
      label="Batches"
      query={query}
      columns={columns}
      rows={query.data?.batches}
      empty={
        <EmptyState
          icon={IconStack2}
          title="No batches yet"
          text="A batch creates payouts for all affiliates above a minimum, and the file to pay them. Prepare one to start."
        />
      }
      sorting={sortingOf(batchSort(sort), onFilter)}
      onOffset={(next, step) => onFilter({ offset: next }, step)}
    />
  );
}

function useColumns(): readonly Column<BatchRow>[] {
  const { id: accountId } = useAccount();
  return [
    {
      id: "batch",
      header: "Batch",
      cell: (row) => (
        <>
          <RowLink
            link={{ to: "/dashboard/$accountId/payouts/batches/$batchId", params: { accountId, batchId: row.id } }}
          >
            {originWords[row.origin]} in {row.currency}
          </RowLink>
          {row.status === "making" && (
            <Text size="xs" c="dimmed">
              Creating payouts
            </Text>
          )}
        </>
      ),
    },
    sortable(whenColumn("created", "Created", (row) => row.created_at)),
    { ...sum("created", "Open"), id: "open", sort: "open" },
    sum("paid", "Paid"),
    sum("failed", "Failed"),
    sum("cancelled", "Cancelled"),
  ];
}

function sum(status: keyof BatchRow["totals"], header: string): Column<BatchRow> {
  return {
    id: status,
    header,
    align: "right",
    sort: status,
    sortDown: true,
    cell: ({ totals, currency }) => {
      const { payouts, amount } = totals[status];
      if (payouts === 0)
        return (
          <Text span size="sm" c="dimmed" aria-label="none">
            –
          </Text>
        );
      return (
        <span className="number">
          {moneyText(amount, currency)}
          <Text size="xs" c="dimmed">
            {countText(payouts, "payout")}
          </Text>
        </span>
      );
    },
  };
}
