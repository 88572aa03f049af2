import type { ReactNode } from "react";
import type { PortalOverviewResponse } from "tributary-sdk/pages";
import { countColumn, moneyColumn } from "../../ui/table/column-kinds.tsx";
import { countText } from "../../format/numbers.ts";
import { Money } from "../../ui/money.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { Section } from "../../ui/section.tsx";
import { calendarDay } from "../../format/dates.ts";

type Row = PortalOverviewResponse["next_to_mature"][number];

const columns: readonly Column<Row>[] = [
  { id: "day", header: "Date", cell: ({ day }) => calendarDay(day) },
  countColumn("conversions", "Conversions", ({ conversions }) => conversions),
  moneyColumn("amount", "Commission", ({ amount, currency }) => [amount, currency]),
];

const brief = ({ day, conversions, amount, currency }: Row): Brief => ({
  title: calendarDay(day),
  amount: <Money amount={amount} currency={currency} />,
  note: countText(conversions, "conversion"),
});

/** Approved commission that becomes ready to pay next. Only the soonest entries, so they cannot be sorted. */
export function Maturing({ overview }: { overview: PortalOverviewResponse }): ReactNode {
  return (
    <Section title="Coming up" note="Approved commission on hold, by the day it becomes ready to pay (UTC).">
      <DataTable
        label="Coming up"
        columns={columns}
        brief={brief}
        rows={overview.next_to_mature}
        rowId={({ day, currency }) => `${day} ${currency}`}
        empty="Approved commission on hold appears here, with the day it will be ready."
      />
    </Section>
  );
}
