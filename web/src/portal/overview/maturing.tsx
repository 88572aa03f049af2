import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { PortalOverviewAnswer } from "tributary-sdk/pages";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import { numberText } from "../../format/numbers.ts";
import { Section } from "../../ui/section.tsx";
import { calendarDay } from "../../format/dates.ts";

type Row = PortalOverviewAnswer["next_to_mature"][number];

const columns: readonly Column<Row>[] = [
  { id: "day", header: "Day", cell: ({ day }) => calendarDay(day) },
  {
    id: "conversions",
    header: "Conversions",
    align: "right",
    cell: ({ conversions }) => <span className="number">{numberText(conversions)}</span>,
  },
  {
    id: "amount",
    header: "Commission",
    align: "right",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
];

/** What is approved and becomes withdrawable next. */
export function Maturing({ overview }: { overview: PortalOverviewAnswer }): ReactNode {
  return (
    <Section title="Next to become withdrawable" note="Approved commission, by the day on which it matures (UTC).">
      <DataTable
        label="Next to become withdrawable"
        columns={columns}
        rows={overview.next_to_mature}
        rowId={({ day, currency }) => `${day} ${currency}`}
        empty={
          <Text size="sm" c="dimmed">
            Nothing that is approved is still maturing.
          </Text>
        }
      />
    </Section>
  );
}
