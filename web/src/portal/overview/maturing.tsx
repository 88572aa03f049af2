import type { ReactNode } from "react";
import type { PortalOverviewAnswer } from "tributary-sdk/pages";
import { countColumn, moneyColumn } from "../../ui/table/column-kinds.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { Section } from "../../ui/section.tsx";
import { calendarDay } from "../../format/dates.ts";

type Row = PortalOverviewAnswer["next_to_mature"][number];

const columns: readonly Column<Row>[] = [
  { id: "day", header: "Day", cell: ({ day }) => calendarDay(day) },
  countColumn("conversions", "Conversions", ({ conversions }) => conversions),
  moneyColumn("amount", "Commission", ({ amount, currency }) => [amount, currency]),
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
        empty="Nothing that is approved is still maturing."
      />
    </Section>
  );
}
