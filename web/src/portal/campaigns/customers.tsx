import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { OwnPlan } from "tributary-sdk/pages";
import { dayOf } from "../../format/dates.ts";
import { countText, numberText } from "../../format/numbers.ts";
import { Section } from "../../ui/section.tsx";
import { countColumn, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { When } from "../../ui/when.tsx";

type Customer = OwnPlan["customers"][number];

const columns: readonly Column<Customer>[] = [
  { id: "customer", header: "Customer", cell: (row) => <Name row={row} /> },
  whenColumn("bound", "First order", (row) => row.bound_at),
  countColumn("payments", "Paid orders", (row) => row.payments),
  { id: "pays", header: "Pays you", cell: (row) => <Pays row={row} /> },
];

const brief = (row: Customer): Brief => ({
  title: <Name row={row} />,
  amount: <Pays row={row} />,
  note: (
    <>
      First order <When at={row.bound_at} /> · {countText(row.payments, "paid order")}
    </>
  ),
});

/** Only the newest ones, so they cannot be sorted. */
export function Customers({ plan: { customers, customers_total: total } }: { plan: OwnPlan }): ReactNode {
  const newest = total > customers.length ? ` The newest ${customers.length} of ${numberText(total)}.` : "";
  return (
    <Section
      title="Your customers"
      note={`People who ordered through you, and how long their orders pay you.${newest}`}
    >
      <DataTable
        label="Your customers"
        columns={columns}
        brief={brief}
        rows={customers}
        rowId={({ customer }) => customer}
        empty="Customers appear here after their first order through your link, if the shop reports who ordered."
      />
    </Section>
  );
}

/** A pseudonym: affiliates do not see who their customers are. */
const Name = ({ row }: { row: Customer }): ReactNode => (
  <Text span inherit className="number">
    {row.customer}
  </Text>
);

const Pays = ({ row }: { row: Customer }): ReactNode => (
  <Text span inherit {...(row.pays === "no_more" && { c: "dimmed" })}>
    {paysText(row)}
  </Text>
);

function paysText({ pays, pays_until: until, payments_left: left }: Customer): string {
  if (pays === "until" && until !== null) return `Until ${dayOf(until)}`;
  if (pays === "payments_left" && left !== null) return `For ${countText(left, "more order")}`;
  return pays === "always" ? "For every order" : "No longer";
}
