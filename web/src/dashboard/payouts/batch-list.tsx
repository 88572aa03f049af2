import { Text } from "@mantine/core";
import { IconStack2 } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { BatchRow } from "tributary-sdk/pages";
import { batchesQuery } from "../../api/payouts.ts";
import { originWords } from "../../words/payouts.ts";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { countText, moneyText } from "../../format/numbers.ts";
import { RowLink } from "../../ui/table/row-link.tsx";
import { EmptyState, ProblemState } from "../../ui/states.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";

interface BatchListProps {
  readonly offset: number | undefined;
  readonly onOffset: (offset: number) => void;
}

export function BatchList({ offset, onOffset }: BatchListProps): ReactNode {
  const { id: accountId } = useAccount();
  const query = useQuery({
    ...batchesQuery(accountId, offset === undefined ? {} : { offset }),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  if (query.error) return <ProblemState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <DataTable
        label="Batches"
        columns={columns}
        rows={query.data?.batches}
        rowId={({ id }) => id}
        busy={query.isPlaceholderData}
        empty={
          <EmptyState
            icon={IconStack2}
            title="No batches yet"
            text="A batch makes a payout for everybody who reaches a minimum, and the file to pay them with."
          />
        }
      />
      <TableFoot span={query.data?.pagination} onOffset={onOffset} />
    </>
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
              being made
            </Text>
          )}
        </>
      ),
    },
    { id: "created", header: "Made", cell: (row) => <When at={row.created_at} /> },
    sum("created", "Open"),
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
