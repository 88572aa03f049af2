import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { BatchPreviewResponse, BatchPreviewRow } from "tributary-sdk/pages";
import { methodWords } from "../../words/payouts.ts";
import { countColumn, moneyColumn, sortable } from "../../ui/table/column-kinds.tsx";
import type { Column, Sorting } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import { moneyText } from "../../format/numbers.ts";
import { RowLink } from "../../ui/table/row-link.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { useAccount } from "../shared/account.ts";

export interface BatchPreviewTableProps {
  readonly preview: BatchPreviewResponse;
  /** It is not what was asked for last. */
  readonly busy: boolean;
  readonly sorting: Sorting;
  readonly onOffset: (offset: number) => void;
}

/** Affiliates who would be paid, then those who would be skipped, with the reason. Sorting keeps these two parts. */
export function BatchPreviewTable({ preview, busy, sorting, onOffset }: BatchPreviewTableProps): ReactNode {
  const columns = useColumns(preview);
  return (
    <>
      <DataTable
        label="Batch preview"
        columns={columns}
        rows={preview.rows}
        rowId={(row) => row.affiliate_id}
        busy={busy}
        sorting={sorting}
        empty={
          <EmptyState
            title={`Nothing is ready to pay in ${preview.currency}`}
            text="Commission is ready to pay once it is approved and its hold period has ended."
          />
        }
      />
      <TableFoot span={preview.pagination} onOffset={onOffset} />
    </>
  );
}

function skippedText(
  skipped: NonNullable<BatchPreviewRow["skipped"]>,
  { minimum, currency }: BatchPreviewResponse,
): string {
  const texts = {
    no_payout_details: "missing payout details",
    below_minimum: `below ${moneyText(minimum, currency)}`,
    owes_more: "nothing left after deductions",
  };
  return texts[skipped];
}

function useColumns(preview: BatchPreviewResponse): readonly Column<BatchPreviewRow>[] {
  const { id: accountId } = useAccount();
  const { currency } = preview;
  return [
    {
      id: "affiliate",
      header: "Affiliate",
      sort: "affiliate",
      cell: (row) => (
        <Group gap="xs">
          <RowLink
            link={{
              to: "/dashboard/$accountId/affiliates/$affiliateId",
              params: { accountId, affiliateId: row.affiliate_id },
            }}
          >
            {row.affiliate_name}
          </RowLink>
          {row.suspended && <StatusBadge tone="warning">suspended</StatusBadge>}
        </Group>
      ),
    },
    {
      id: "outcome",
      header: "Outcome",
      cell: (row) =>
        row.skipped === null ? (
          <StatusBadge tone="good">{row.method === null ? "paid" : methodWords[row.method]}</StatusBadge>
        ) : (
          <StatusBadge tone="quiet" wraps>{`skipped, ${skippedText(row.skipped, preview)}`}</StatusBadge>
        ),
    },
    sortable(countColumn("conversions", "Conversions", (row) => row.conversions)),
    moneyColumn("earned", "Commission", (row) => [row.earned, currency]),
    moneyColumn("clawed_back", "Deductions", (row) => [row.clawed_back === 0 ? 0 : -row.clawed_back, currency]),
    {
      id: "amount",
      header: "Payout",
      align: "right",
      sort: "amount",
      sortDown: true,
      cell: (row) =>
        row.skipped === null ? (
          <Text span size="sm" fw={600}>
            <Money amount={row.amount} currency={currency} />
          </Text>
        ) : (
          <Text span size="sm" c="dimmed" aria-label="none">
            –
          </Text>
        ),
    },
  ];
}
