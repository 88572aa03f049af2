import { Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PayoutLine, PayoutLinesResponse } from "tributary-sdk/pages";
import { calendarDay } from "../format/dates.ts";
import { AnchorLink } from "../ui/link.tsx";
import { Money } from "../ui/money.tsx";
import { moneyColumn, sortable, whenColumn } from "../ui/table/column-kinds.tsx";
import type { Brief, Column, Sorting } from "../ui/table/columns.ts";
import { RowLink } from "../ui/table/row-link.tsx";
import { When } from "../ui/when.tsx";
import { Listed, type OnOffset } from "../ui/table/listed.tsx";

interface PayoutLinesProps {
  readonly query: UseQueryResult<PayoutLinesResponse>;
  readonly currency: string;
  readonly linkOf: (conversionId: string) => LinkOptions;
  readonly sorting: Sorting;
  readonly onOffset: OnOffset;
}

/** What a payout includes. A failed payout keeps its lines. */
export function PayoutLines({ query, currency, linkOf, sorting, onOffset }: PayoutLinesProps): ReactNode {
  return (
    <Listed
      label="Payout lines"
      query={query}
      columns={columnsOf(currency, linkOf)}
      brief={briefOf(currency, linkOf)}
      rows={query.data?.lines}
      rowId={(line) => `${line.kind} ${line.claw_back_id ?? line.conversion_id}`}
      empty={<Text size="sm">This payout has no lines.</Text>}
      sorting={sorting}
      onOffset={onOffset}
    />
  );
}

const briefOf =
  (currency: string, linkOf: PayoutLinesProps["linkOf"]) =>
  (line: PayoutLine): Brief => ({
    title: <RowLink link={linkOf(line.conversion_id)}>{line.external_id ?? line.campaign_name}</RowLink>,
    amount: <Money amount={line.amount} currency={currency} />,
    note: (
      <>
        {kindText(line)} · {line.external_id === null ? "" : `${line.campaign_name} · `}
        <When at={line.created_at} />
      </>
    ),
  });

const kindText = ({ kind, amount }: PayoutLine): string => {
  if (kind === "conversion") return "Commission";
  return amount > 0 ? "Deduction returned" : "Deduction";
};

function columnsOf(currency: string, linkOf: PayoutLinesProps["linkOf"]): readonly Column<PayoutLine>[] {
  return [
    { id: "kind", header: "Type", cell: kindText },
    {
      id: "conversion",
      header: "Order",
      cell: (line) => (
        <AnchorLink {...linkOf(line.conversion_id)} inherit>
          {line.external_id ?? `${line.campaign_name}, ${calendarDay(line.created_at.slice(0, 10))}`}
        </AnchorLink>
      ),
    },
    { id: "campaign", header: "Campaign", sort: "campaign", cell: (line) => line.campaign_name },
    sortable(whenColumn("created", "Tracked", (line) => line.created_at)),
    sortable(moneyColumn("amount", "Amount", (line) => [line.amount, currency])),
  ];
}
