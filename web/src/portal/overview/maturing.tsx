import type { ReactNode } from "react";
import type { PortalOverviewResponse } from "tributary-sdk/pages";
import { countColumn, moneyColumn } from "../../ui/table/column-kinds.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { Section } from "../../ui/section.tsx";
import { calendarDay } from "../../format/dates.ts";

type Row = PortalOverviewResponse["next_to_mature"][number];

const columns: readonly Column<Row>[] = [
  { id: "day", header: "Date", cell: ({ day }) => calendarDay(day) },
  countColumn("conversions", "Conversions", ({ conversions }) => conversions),
  moneyColumn("amount", "Commission", ({ amount, currency }) => [amount, currency]),
];

/** Approved commission that becomes ready to pay next. */
export function Maturing({ overview }: { overview: PortalOverviewResponse }): ReactNode {
  return (
    <Section title="Coming up" note="Approved commission on hold, by the day it becomes ready to pay (UTC).">
      <DataTable
        label="Coming up"
        columns={columns}
        rows={overview.next_to_mature}
        rowId={({ day, currency }) => `${day} ${currency}`}
        empty="No approved commission is on hold."
      />
    </Section>
  );
}
