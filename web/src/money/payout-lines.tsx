import { Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PayoutLine, PayoutLinesAnswer } from "tributary-sdk/pages";
import { AnchorLink } from "../ui/link.tsx";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { Money } from "../ui/money.tsx";
import { ProblemState } from "../ui/states.tsx";
import { TableFoot } from "../ui/table/table-foot.tsx";
import { When } from "../ui/when.tsx";

interface PayoutLinesProps {
  readonly query: UseQueryResult<PayoutLinesAnswer>;
  readonly currency: string;
  readonly linkOf: (conversionId: string) => LinkOptions;
  readonly onOffset: (offset: number) => void;
}

/** What a payout is the sum of. The lines stay, also those of a payout that failed. */
export function PayoutLines({ query, currency, linkOf, onOffset }: PayoutLinesProps): ReactNode {
  if (query.error) return <ProblemState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <DataTable
        label="Lines of the payout"
        columns={columnsOf(currency, linkOf)}
        rows={query.data?.lines}
        rowId={(line) => `${line.kind} ${line.claw_back_id ?? line.conversion_id}`}
        busy={query.isPlaceholderData}
        empty={<Text size="sm">There are no lines.</Text>}
      />
      <TableFoot span={query.data?.pagination} onOffset={onOffset} />
    </>
  );
}

function columnsOf(currency: string, linkOf: PayoutLinesProps["linkOf"]): readonly Column<PayoutLine>[] {
  return [
    {
      id: "kind",
      header: "Line",
      cell: (line) => (line.kind === "conversion" ? "Commission" : "Claw-back"),
    },
    {
      id: "conversion",
      header: "Conversion",
      cell: (line) => (
        <AnchorLink {...linkOf(line.conversion_id)} size="sm" ff="monospace">
          …{line.conversion_id.slice(-8)}
        </AnchorLink>
      ),
    },
    { id: "campaign", header: "Campaign", cell: (line) => line.campaign_name },
    { id: "created", header: "Tracked", cell: (line) => <When at={line.created_at} /> },
    {
      id: "amount",
      header: "Amount",
      align: "right",
      cell: (line) => <Money amount={line.amount} currency={currency} />,
    },
  ];
}
